# Fails if an object that every CPU must run uses a register or an instruction that not every CPU has: wide
# registers, anything in the encoding of AVX, and the bit instructions of newer CPUs.
set(_newer
    "v[a-z0-9]+|andn|bextr|blsi|blsr|blsmsk|bzhi|mulx|pdep|pext|rorx|sarx|shlx|shrx|lzcnt|popcnt")
foreach(object IN LISTS OBJECTS)
  execute_process(COMMAND ${OBJDUMP} -d ${object} OUTPUT_VARIABLE code COMMAND_ERROR_IS_FATAL ANY)
  if(code MATCHES "%[yz]mm[0-9]+|%k[1-7]|\t(${_newer})[bwlq]?[ \t]")
    message(SEND_ERROR "${object} uses ${CMAKE_MATCH_0}")
  endif()
endforeach()
