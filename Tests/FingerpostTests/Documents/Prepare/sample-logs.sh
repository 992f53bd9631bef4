# Makes access.log (combined, six clicks) and decisions.log, of a daemon that had two of them.
android='Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
iphone='Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
line() { printf '%s - - [21/Nov/2026:09:%s:00 +0000] "GET %s HTTP/1.1" 302 0 "-" "%s"\n' "$1" "$2" "$3" "$4"; }
{
    line 203.0.113.7 10 /WXYZ "$android"
    line 203.0.113.8 11 /WXYZ "$iphone"
    line 203.0.113.9 12 /WXYZ "curl/8.5.0"
    line 203.0.113.7 13 '/?link=https%3A%2F%2Fwww.example.com%2Foffer&apn=com.example.android' "$android"
    line 203.0.113.7 14 /gone "$android"
    line 203.0.113.7 15 /robots.txt "$android"
} >access.log
fingerpost serve --rules rules --store .session/store --decision-log decisions.log 2>.session/sample &
daemon=$!
for try in $(seq 200); do if grep -q '^ready' .session/sample; then break; fi; sleep 0.05; done
front=$(sed -n 's/.*front=\([^ ]*\).*/\1/p' .session/sample)
curl -s -o /dev/null "$front/WXYZ" -H 'Host: example.page.link' -A "$android"
curl -s -o /dev/null "$front/WXYZ" -H 'Host: example.page.link' -A "$iphone"
kill "$daemon"
wait "$daemon"
