-- Taps that are all new, for wrk: as click.lua, but no two have the same link and agent, so nothing can be remembered.
wrk.method = "GET"
wrk.headers["Host"] = "example.page.link"
wrk.headers["Accept-Language"] = "hi-IN, en;q=0.5"
local count = math.random(1000000, 5000000)
request = function()
    count = count + 1
    wrk.headers["User-Agent"] =
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0." .. count % 9000 ..
        ".0 Mobile Safari/537.36"
    return wrk.format(nil, "/?link=https%3A%2F%2Fwww.example.com%2Fpost%3Fid%3D" .. count ..
        "&apn=com.example.android&ibi=com.example.ios&isi=1234567")
end
