-- Shows a request to Fingerpost's edge and does what it says: 200 lets the request go on, any other answer is the client's.
-- Goes with ask.cfg. The variable txn.fingerpost tells what came of it: allow, answer or down.

local edge = "http://127.0.0.1:8081/edge/forward"

-- What the edge does not learn of the client: what holds for one connection alone, credentials, and everything that it
-- believes. What clients send of these fields never arrives; what the edge needs of them is set below.
local kept = {
    ["connection"] = true, ["keep-alive"] = true, ["te"] = true, ["trailer"] = true, ["transfer-encoding"] = true,
    ["upgrade"] = true, ["content-length"] = true, ["expect"] = true, ["host"] = true,
    ["authorization"] = true, ["proxy-authorization"] = true, ["cookie"] = true,
    ["forwarded"] = true, ["fingerpost-device"] = true, ["x-request-id"] = true,
}

local function ask(txn)
    local came = txn.http:req_get_headers()
    local fields = {}
    for name, values in pairs(came) do
        if not kept[name] and not name:find("^x%-forwarded%-") and not name:find("^x%-original%-") then
            fields[name] = {}
            for index = 0, #values do table.insert(fields[name], values[index]) end
        end
    end
    fields["x-forwarded-method"] = { txn.sf:method() }
    fields["x-forwarded-uri"] = { txn.sf:pathq() }
    fields["x-forwarded-host"] = { came["host"] and came["host"][0] or "" }
    fields["x-forwarded-for"] = { txn.sf:src() }
    fields["x-forwarded-proto"] = { txn.f:ssl_fc() and "https" or "http" }
    return core.httpclient():get({ url = edge, headers = fields, timeout = 1000 })
end

core.register_action("fingerpost", { "http-req" }, function(txn)
    local answer = ask(txn)
    -- HAProxy itself answers 503 or 504 when nobody else does.
    if not answer or not answer.status or answer.status == 0 or answer.status >= 500 then
        return txn:set_var("txn.fingerpost", "down")
    end
    if answer.status == 200 then return txn:set_var("txn.fingerpost", "allow") end
    txn:set_var("txn.fingerpost", "answer")
    local reply = txn:reply({ status = answer.status, reason = answer.reason })
    for name, values in pairs(answer.headers) do
        if name ~= "connection" and name ~= "content-length" and name ~= "transfer-encoding" then
            for index = 0, #values do reply:add_header(name, values[index]) end
        end
    end
    if txn.sf:method() ~= "HEAD" then reply:set_body(answer.body) end
    txn:done(reply)
end)
