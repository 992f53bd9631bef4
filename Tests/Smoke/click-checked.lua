-- The same click, and every answer's status is looked at. Looking costs wrk more than the daemon: not for measuring.
dofile((os.getenv("SMOKE") or ".") .. "/click.lua")

local threads = {}
function setup(thread)
    thread:set("wrong", 0)
    thread:set("looked", 0)
    table.insert(threads, thread)
end

function response(status)
    looked = looked + 1
    if status ~= 302 then wrong = wrong + 1 end
end

function done(summary)
    local sum, all = 0, 0
    for _, thread in ipairs(threads) do
        sum = sum + thread:get("wrong")
        all = all + thread:get("looked")
    end
    local errors = summary.errors
    print(string.format("looked at %d answers, %d are no 302", all, sum))
    if all == 0 or sum > 0 or errors.connect + errors.read + errors.write + errors.timeout > 0 then
        print("FAILED")
    end
end
