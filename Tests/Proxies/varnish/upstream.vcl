# Varnish before Fingerpost: links go to it, everything else to the site. Answers are kept as long as a rule's `cache` says.
#
# Fingerpost: `trusted_peers: [127.0.0.1]`. When it is down Varnish answers links 503 (fail closed), but for those it keeps.
vcl 4.1;

backend fingerpost {
    .host = "127.0.0.1";
    .port = "8080";
    .connect_timeout = 1s;
}

backend site {
    .host = "127.0.0.1";
    .port = "9000";
}

sub vcl_recv {
    # Each field that Fingerpost believes is set here or taken away: what clients send of them never arrives.
    # CF-IPCountry stands for the field that `country_header` names.
    unset req.http.Forwarded;
    unset req.http.X-Forwarded-Uri;
    unset req.http.X-Forwarded-Method;
    unset req.http.X-Original-URI;
    unset req.http.X-Original-Method;
    unset req.http.Fingerpost-Device;
    unset req.http.X-Request-Id;
    unset req.http.CF-IPCountry;
    set req.http.X-Forwarded-For = client.ip;
    set req.http.X-Forwarded-Host = req.http.Host;
    set req.http.X-Forwarded-Proto = "http";

    if (req.http.Host ~ "(?i)^(example\.page\.link|auth\.example\.com)(:[0-9]+)?$") {
        set req.backend_hint = fingerpost;
    } else {
        set req.backend_hint = site;
    }
}

sub vcl_backend_response {
    # An answer for one kind of device is no answer for another: Vary says so, and nothing is kept that says no-store.
    if (beresp.http.Cache-Control ~ "no-store") {
        set beresp.uncacheable = true;
        set beresp.ttl = 0s;
    }
    set beresp.grace = 0s;
}
