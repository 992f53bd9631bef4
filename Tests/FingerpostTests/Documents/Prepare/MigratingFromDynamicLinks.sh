# The rules of a team with a site of its own, the exports of its two link domains, and an access log.
rm -r rules/sites
titles='Short link,Deep link (link),Android package name (apn),Android fallback link (afl),Android minimum package version code (amv),iOS bundle ID (ibi),iOS fallback link (ifl),iOS custom scheme (ius),iOS iPad fallback link (ipfl),iOS iPad bundle ID (ipbi),iOS app store ID (isi),iOS minimum version (imv),Enable forced redirect? (efr),Desktop fallback link (ofl),Social title (st),Social description (sd),Social image link (si),UTM source (utm_source),UTM medium (utm_medium),UTM campaign (utm_campaign),UTM term (utm_term),UTM content (utm_content),iTunes Connect at,iTunes Connect ct,iTunes Connect mt,iTunes Connect pt,Archived?,Link name,Creation timestamp'
# row LINK PAYLOAD [TITLE [NAME]]
row() { printf '%s,%s,com.example.android,,,com.example.ios,,,,,1234567,,,,%s,,,mail,,,,,,,,,false,%s,2021-03-04T05:06:07Z\r\n' "$1" "$2" "${3-}" "${4-}"; }
{
    printf '%s\r\n' "$titles"
    row https://links.example.com/offer https://www.example.com/offer '"Spring, at last"' Spring
    row https://links.example.com/nq2G https://shop.example.com/7
    for n in $(seq 40); do row "https://links.example.com/k$n" "https://www.example.com/$n"; done
} >links.example.com.csv
{
    printf '%s\r\n' "$titles"
    for n in $(seq 20); do row "https://example.page.link/p$n" "https://www.example.com/p$n"; done
} >example.page.link.csv
agent='Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
for path in /offer /k1 /k2 /nq2G; do
    printf '203.0.113.7 - - [21/Nov/2026:09:10:00 +0000] "GET %s HTTP/1.1" 302 0 "-" "%s"\n' "$path" "$agent"
done >access.log
# What the project's console gives, and the certificate that signs the app.
cat >google-services.json <<'J'
{"project_info": {"project_number": "123456789012", "project_id": "example-app"},
 "client": [{"client_info": {"android_client_info": {"package_name": "com.example.android"}}}], "configuration_version": "1"}
J
cat >GoogleService-Info.plist <<'P'
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
  <key>BUNDLE_ID</key><string>com.example.ios</string><key>PROJECT_ID</key><string>example-app</string>
</dict></plist>
P
openssl req -x509 -newkey rsa:2048 -nodes -keyout release.key -out release.pem -days 9000 -subj /CN=Example 2>/dev/null
