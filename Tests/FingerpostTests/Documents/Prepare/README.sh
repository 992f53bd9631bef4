source "$(dirname "${BASH_SOURCE[0]}")/sample-logs.sh"
# The rules that are about to be shipped.
cp -r rules new
# What a team has.
cat >google-services.json <<'J'
{"project_info": {"project_number": "123456789012", "project_id": "acme-shop"},
 "client": [{"client_info": {"android_client_info": {"package_name": "test.acme.shop"}},
   "services": {"appinvite_service": {"other_platform_oauth_client": [{"client_id": "x", "client_type": 2,
     "ios_info": {"bundle_id": "test.acme.Shop", "app_store_id": "1234567890"}}]}}}], "configuration_version": "1"}
J
openssl req -x509 -newkey rsa:2048 -nodes -keyout release.key -out release.pem -days 9000 -subj /CN=Acme 2>/dev/null
printf 'link,long_link\n' >links.csv
for code in spring summer autumn; do
    printf 'https://old.page.link/%s,https://old.page.link/?link=https%%3A%%2F%%2Fwww.acme.test%%2F%s&apn=test.acme.shop\n' $code $code >>links.csv
done
