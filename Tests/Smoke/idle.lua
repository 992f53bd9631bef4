-- The same click as click.lua, once on each connection, which is idle from then on.
dofile((os.getenv("SMOKE") or ".") .. "/click.lua")

local begun = 0

function delay()
    begun = begun + 1
    return begun > tonumber(os.getenv("CONNECTIONS")) and 600000 or 0
end
