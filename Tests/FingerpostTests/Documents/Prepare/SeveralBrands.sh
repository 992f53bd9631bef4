# The apps of one project.
cat >google-services.json <<'J'
{"project_info": {"project_number": "123456789012", "project_id": "acme-shop"},
 "client": [
  {"client_info": {"android_client_info": {"package_name": "test.acme.shop"}},
   "services": {"appinvite_service": {"other_platform_oauth_client": [
    {"client_id": "x", "client_type": 2, "ios_info": {"bundle_id": "test.acme.Shop", "app_store_id": "1234567890"}},
    {"client_id": "y", "client_type": 2, "ios_info": {"bundle_id": "test.acme.Courier", "app_store_id": "1234567891"}}]}}},
  {"client_info": {"android_client_info": {"package_name": "test.acme.courier"}}}], "configuration_version": "1"}
J
