// The batch kernel that fits this CPU.
#pragma once

#include "kernels/table.hpp"

namespace renju {

[[nodiscard]] const kernels::Table& kernel();

}  // namespace renju
