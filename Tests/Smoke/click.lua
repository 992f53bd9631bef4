-- A tap on the example site's Dynamic Link with Chrome on Android, for wrk.
wrk.method = "GET"
wrk.path = "/?link=https%3A%2F%2Fwww.example.com%2Fpost%3Fid%3D7&apn=com.example.android&ibi=com.example.ios&isi=1234567"
wrk.headers["Host"] = "example.page.link"
wrk.headers["User-Agent"] =
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36"
wrk.headers["Accept-Language"] = "hi-IN, en;q=0.5"
