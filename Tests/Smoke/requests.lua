-- Sends the clicks of a file, one after the other and again from the start, for wrk: each line is a target, a tab, a user
-- agent, as `fingerpost-bench traffic` writes them. Begins anywhere, so that no run begins as the one before.
local requests = {}
for line in io.lines(os.getenv("REQUESTS")) do
    local tab = line:find("\t", 1, true)
    requests[#requests + 1] = "GET " .. line:sub(1, tab - 1) .. " HTTP/1.1\r\nHost: example.page.link\r\nUser-Agent: " ..
        line:sub(tab + 1) .. "\r\nAccept-Language: hi-IN, en;q=0.5\r\n\r\n"
end
math.randomseed(os.time())
local next = math.random(#requests) - 1
request = function()
    next = next % #requests + 1
    return requests[next]
end
