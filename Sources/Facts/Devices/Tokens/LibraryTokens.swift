extension TokenTable {
    /// Programming libraries and command-line tools.
    static let libraries: [TokenGroup] = [
        TokenGroup(
            from: .ownNames("HTTP libraries: default agents"),
            [
                DeviceToken("curl/", .wordStart, .bot(.library), example: "curl/8.4.0"),
                DeviceToken("curl", .wholeAgent, .bot(.library), example: "curl"),
                DeviceToken("wget", .wordStart, .bot(.library), example: "Wget/1.21.4"),
                DeviceToken("python-requests", .anywhere, .bot(.library), example: "python-requests/2.31.0"),
                DeviceToken("python-urllib", .anywhere, .bot(.library), example: "Python-urllib/3.11"),
                DeviceToken("python-httpx", .anywhere, .bot(.library), example: "python-httpx/0.25.0"),
                DeviceToken("python/", .wordStart, .bot(.library), example: "Python/3.12 aiohttp/3.10.2"),
                DeviceToken("aiohttp", .anywhere, .bot(.library), example: "Python/3.12 aiohttp/3.10.2"),
                DeviceToken("urlgrabber", .anywhere, .bot(.library), example: "urlgrabber/3.10 yum/3.4.3"),
                DeviceToken("go-http-client", .anywhere, .bot(.library), example: "Go-http-client/2.1"),
                DeviceToken(
                    "go http package", .anywhere, .bot(.library), example: "Go 1.1 package http / Go http package"),
                DeviceToken("okhttp", .wordStart, .bot(.library), example: "okhttp/4.11.0"),
                DeviceToken("java/", .agentStart, .bot(.library), example: "Java/17.0.8"),
                DeviceToken(
                    "apache-httpclient", .anywhere, .bot(.library), example: "Apache-HttpClient/4.5.14 (Java/17.0.8)"),
                DeviceToken(
                    "apache-httpasyncclient", .anywhere, .bot(.library),
                    example: "Apache-HttpAsyncClient/4.1.4 (Java/11.0.9)"),
                DeviceToken("jakarta commons", .anywhere, .bot(.library), example: "Jakarta Commons-HttpClient/3.1"),
                DeviceToken("jetty/", .anywhere, .bot(.library), example: "Jetty/9.4.51"),
                DeviceToken("axios/", .anywhere, .bot(.library), example: "axios/1.5.0"),
                DeviceToken(
                    "node-fetch", .anywhere, .bot(.library),
                    example: "node-fetch/1.0 (+https://github.com/bitinn/node-fetch)"),
                DeviceToken("undici", .agentStart, .bot(.library), example: "undici"),
                DeviceToken("got (", .agentStart, .bot(.library), example: "got (https://github.com/sindresorhus/got)"),
                DeviceToken("node-superagent", .anywhere, .bot(.library), example: "node-superagent/8.1.2"),
                DeviceToken("perl", .wordStart, .bot(.library), example: "Perl-HTTP/1.0"),
                DeviceToken("ruby", .agentStart, .bot(.library), example: "Ruby"),
                DeviceToken("faraday", .anywhere, .bot(.library), example: "Faraday v2.7.10"),
                DeviceToken("http.rb", .anywhere, .bot(.library), example: "http.rb/5.1.1"),
                DeviceToken(
                    "typhoeus", .anywhere, .bot(.library), example: "Typhoeus - https://github.com/typhoeus/typhoeus"),
                DeviceToken("scrapy", .anywhere, .bot(.library), example: "Scrapy/2.11.0 (+https://scrapy.org)"),
                DeviceToken(
                    "colly", .wordStart, .bot(.library), example: "colly - https://github.com/gocolly/colly/1.0"),
                DeviceToken("guzzlehttp", .anywhere, .bot(.library), example: "GuzzleHttp/7"),
                DeviceToken(
                    "php/", .agentStart, .bot(.library),
                    example: "PHP/8.3.14 (ExampleReader/3; +https://reader.example/about)"),
                DeviceToken("http_request", .anywhere, .bot(.library), example: "HTTP_Request2/2.5.1"),
                DeviceToken("http_get", .anywhere, .bot(.library), example: "http_get/1.0"),
                DeviceToken("winhttp", .anywhere, .bot(.library), example: "WinHttp.WinHttpRequest.5"),
                DeviceToken(
                    "powershell", .anywhere, .bot(.library),
                    example:
                        "Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.22621.963"),
                DeviceToken("reqwest", .anywhere, .bot(.library), example: "reqwest/0.9.24"),
                DeviceToken(
                    "rest-client", .anywhere, .bot(.library),
                    example: "rest-client/2.1.0 (linux-gnu x86_64) ruby/3.1.2p20"),
                DeviceToken("restsharp", .anywhere, .bot(.library), example: "RestSharp/110.2.0.0"),
                DeviceToken("unirest", .anywhere, .bot(.library), example: "unirest-java/1.3.11"),
                DeviceToken(
                    "mechanize", .anywhere, .bot(.library),
                    example: "Mechanize/2.9.1 Ruby/3.1.2p20 (http://github.com/sparklemotion/mechanize/)"),
                DeviceToken("libwww-perl", .anywhere, .bot(.library), example: "libwww-perl/6.67"),
                DeviceToken("ahc/", .agentStart, .bot(.library), example: "AHC/2.2"),
                DeviceToken("go 1.1 package http", .anywhere, .bot(.library), example: "Go 1.1 package http/1.0"),
                DeviceToken("zend_http", .anywhere, .bot(.library), example: "Zend_Http_Client/1.0"),
                DeviceToken("dispatch/", .agentStart, .bot(.library), example: "Dispatch/1.2.0"),
                DeviceToken("amazon cloudfront", .anywhere, .bot(.library), example: "Amazon CloudFront/1.0"),
                DeviceToken("gofeed", .agentStart, .bot(.library), example: "Gofeed/1.1"),
                DeviceToken("http client", .anywhere, .bot(.library), example: "Example http client/1.2"),
                DeviceToken("webdav", .anywhere, .bot(.library), example: "ExampleWebDAV-Client/2.4"),
                DeviceToken("lwp-", .wordStart, .bot(.library), example: "lwp-trivial/1.41"),
                DeviceToken("lwp::", .wordStart, .bot(.library), example: "LWP::Simple/6.67"),
                DeviceToken(
                    "lua-resty-http", .anywhere, .bot(.library), example: "lua-resty-http/0.16.1 (Lua) ngx_lua/10020"),
                DeviceToken("newspaper/", .agentStart, .bot(.library), example: "newspaper/1.0 (+https://example.org)"),
                DeviceToken("asynchttp", .anywhere, .bot(.library), example: "asynchttp/1.0"),
                DeviceToken("httprequest", .anywhere, .bot(.library), example: "example_httprequest/1.0"),
                DeviceToken("httpclient", .anywhere, .bot(.library), example: "ExampleHttpClient/1.0"),
                DeviceToken("libcurl", .anywhere, .bot(.library), example: "libcurl-agent/1.1"),
                DeviceToken(
                    "indy library", .anywhere, .bot(.library),
                    example: "Mozilla/3.1 (compatible; Indy Library; +https://example.org/about)"),
                DeviceToken(
                    "httparty", .anywhere, .bot(.library),
                    example: "Mozilla/5.0 (compatible; httparty/3.7; +https://example.org/library)"),
                DeviceToken(
                    "fasthttp", .anywhere, .bot(.library),
                    example: "Mozilla/5.0 (compatible; fasthttp/3.7; +https://example.org/library)"),
                DeviceToken(
                    "ureq/", .anywhere, .bot(.library),
                    example: "Mozilla/5.0 (compatible; ureq/3.7; +https://example.org/library)"),
                DeviceToken(
                    "isahc", .anywhere, .bot(.library),
                    example: "Mozilla/5.0 (compatible; isahc/3.7; +https://example.org/library)"),
                DeviceToken(
                    "ktor-client", .anywhere, .bot(.library),
                    example: "Mozilla/5.0 (compatible; ktor-client/3.7; +https://example.org/library)"),
                DeviceToken(
                    "jsoup", .anywhere, .bot(.library),
                    example: "Mozilla/5.0 (compatible; jsoup/3.7; +https://example.org/library)"),
                DeviceToken(
                    "dart:io", .anywhere, .bot(.library),
                    example: "Mozilla/5.0 (compatible; dart:io/3.7; +https://example.org/library)"),
                DeviceToken(
                    "grequests", .anywhere, .bot(.library),
                    example: "Mozilla/5.0 (compatible; grequests/3.7; +https://example.org/library)"),
                DeviceToken(
                    "urllib3", .anywhere, .bot(.library),
                    example: "Mozilla/5.0 (compatible; urllib3/3.7; +https://example.org/library)"),
                DeviceToken(
                    "hackney", .anywhere, .bot(.library),
                    example: "Mozilla/5.0 (compatible; hackney/3.7; +https://example.org/library)"),
                DeviceToken(
                    "akka-http", .anywhere, .bot(.library),
                    example: "Mozilla/5.0 (compatible; akka-http/3.7; +https://example.org/library)"),
                DeviceToken(
                    "superagent", .anywhere, .bot(.library),
                    example: "Mozilla/5.0 (compatible; superagent/3.7; +https://example.org/library)"),
                DeviceToken(
                    "reactor-netty", .anywhere, .bot(.library),
                    example: "Mozilla/5.0 (compatible; reactor-netty/3.7; +https://example.org/library)"),
                DeviceToken(
                    "openfeign", .anywhere, .bot(.library),
                    example: "Mozilla/5.0 (compatible; openfeign/3.7; +https://example.org/library)"),
                DeviceToken(
                    "symfony", .anywhere, .bot(.library),
                    example: "Mozilla/5.0 (compatible; symfony/3.7; +https://example.org/library)"),
            ]),
        TokenGroup(
            from: .ownNames("API testing tools"),
            [
                DeviceToken("postmanruntime", .anywhere, .bot(.library), example: "PostmanRuntime/7.33.0"),
                DeviceToken("insomnia/", .anywhere, .bot(.library), example: "insomnia/2023.5.8"),
                DeviceToken("httpie", .anywhere, .bot(.library), example: "HTTPie/3.2.2"),
            ]),
        TokenGroup(
            from: .ownNames("headless browser automation"),
            [
                DeviceToken(
                    "headlesschrome", .anywhere, .bot(.library),
                    example:
                        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/90.0.4430.72 Safari/537.36"
                ),
                DeviceToken(
                    "phantomjs", .anywhere, .bot(.library),
                    example:
                        "Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.3 Safari/538.1"
                ),
                DeviceToken(
                    "puppeteer", .anywhere, .bot(.library),
                    example:
                        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Puppeteer"
                ),
                DeviceToken(
                    "selenium", .anywhere, .bot(.library),
                    example:
                        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Selenium/4.0"
                ),
                DeviceToken(
                    "playwright", .anywhere, .bot(.library), example: "Playwright/1.38.0 (x64; ubuntu 22.04) node/18.17"
                ),
                DeviceToken(
                    "htmlunit", .anywhere, .bot(.library),
                    example: "Mozilla/5.0 (compatible; htmlunit/3.7; +https://example.org/library)"),
                DeviceToken(
                    "webdriver", .anywhere, .bot(.library),
                    example: "Mozilla/5.0 (compatible; webdriver/3.7; +https://example.org/library)"),
                DeviceToken(
                    "httpunit", .anywhere, .bot(.library),
                    example: "Mozilla/5.0 (compatible; httpunit/3.7; +https://example.org/library)"),
            ]),
    ]
}
