import ByteText

/// The field names of logs in one table: JSON keys, nginx variables and header fields.
///
/// Names are in lowercase, with `_` for `-`; members of objects follow a dot. If a log has the same information under
/// several names, the first in this table is used.
enum FieldNames {
    /// The role of a name, and its rank among the names for that role: the lowest is used.
    struct Meaning: Sendable {
        var role: FieldRole
        var rank: Int
    }

    private static let names: [(FieldRole, [String])] = [
        (.request, ["request", "request_line"]),
        (
            .method,
            [
                "method", "request_method", "request.method", "requestmethod", "clientrequestmethod", "http_method",
                "httprequest.requestmethod", "http.request.method", "cs_method", "properties.httpmethod", "reqmethod",
            ]
        ),
        (
            .host,
            [
                "http_host", "host", "request.host", "requesthost", "clientrequesthost", "authority", ":authority",
                "requested_server_name", "vhost", "server_name", "requestaddr", "url.domain", "x_host_header",
                "cs_host",
                "cs(host)", "properties.hostname", "properties.originalhost", "properties.host", "reqhost",
            ]
        ),
        (
            .target,
            [
                "target", "request_uri", "request.uri", "clientrequesturi", "x_envoy_original_path", "requestpath",
                "original_path", "path", ":path", "uri", "url", "request_url", "httprequest.requesturl", "url.original",
                "url.full", "cs_uri", "properties.originalrequesturiwithargs", "properties.requesturi",
            ]
        ),
        (.path, ["uri_path", "clientrequestpath", "document_uri", "url.path", "cs_uri_stem", "reqpath"]),
        (.query, ["args", "query_string", "query", "url.query", "cs_uri_query", "querystr"]),
        (
            .userAgent,
            [
                "user_agent", "http_user_agent", "request.headers.user_agent", "request_user_agent",
                "clientrequestuseragent", "useragent", "agent", "httprequest.useragent", "user_agent.original",
                "properties.useragent",
            ]
        ),
        (.encodedUserAgent, ["cs(user_agent)", "cs_user_agent", "ua"]),
        (
            .referer,
            [
                "referer", "http_referer", "request.headers.referer", "request_referer", "clientrequestreferer",
                "referrer",
                "http_referrer", "httprequest.referer", "http.request.referrer", "properties.referer",
                "properties.referrer",
            ]
        ),
        (.encodedReferer, ["cs(referer)", "cs_referer"]),
        (
            .acceptLanguage,
            [
                "accept_language", "http_accept_language", "request.headers.accept_language", "request_accept_language",
                "requestheaders.accept_language", "acclang",
            ]
        ),
        (
            .ip,
            [
                "client_ip", "request.client_ip", "clientip", "remote_addr", "remote", "remote_ip", "request.remote_ip",
                "clienthost", "downstream_remote_address", "downstream_direct_remote_address", "request.remote_addr",
                "remote_host", "httprequest.remoteip", "client.ip", "source.ip", "client.address", "source.address",
                "c_ip", "properties.clientip", "cliip",
                // Used only if the log has no client address: clients can forge forwarded lists.
                "http_x_forwarded_for", "x_forwarded_for", "request.headers.x_forwarded_for", "request_x_forwarded_for",
            ]
        ),
        (
            .country,
            [
                "country", "clientcountry", "geoip_country_code", "geoip2_data_country_code", "geoip2_country_code",
                "http_cf_ipcountry", "request.headers.cf_ipcountry", "request_cf_ipcountry", "country_code",
                "client.geo.country_iso_code", "source.geo.country_iso_code", "c_country", "properties.clientcountry",
            ]
        ),
        (
            .time,
            [
                "timestamp(ms)", "ts", "time", "time_iso8601", "edgestarttimestamp", "startutc", "start_time",
                "timestamp", "@timestamp", "msec", "time_local", "reqtimesec",
            ]
        ),
        (.date, ["date"]),
        (
            .status,
            [
                "status", "downstreamstatus", "edgeresponsestatus", "response_code", "status_code", "originstatus",
                "httprequest.status", "http.response.status_code", "sc_status", "properties.httpstatuscode",
                "properties.httpstatus", "statuscode",
            ]
        ),
        (
            .location,
            [
                "location", "sent_http_location", "resp_headers.location", "downstream_location",
                "responseheaders.location", "upstream_http_location", "sc(location)",
            ]
        ),
        (.listener, ["listener"]),
        (.wrapped, ["log", "message", "textpayload"]),
    ]

    /// Header fields that describe the device, in each way that logs write header-field names.
    private static let hints: [(FieldRole, String)] = [
        (.hintPlatform, "sec_ch_ua_platform"), (.hintPlatformVersion, "sec_ch_ua_platform_version"),
        (.hintMobile, "sec_ch_ua_mobile"), (.hintModel, "sec_ch_ua_model"),
        (.hintFormFactors, "sec_ch_ua_form_factors"), (.hintVersions, "sec_ch_ua_full_version_list"),
        (.hintBrands, "sec_ch_ua"), (.requestedWith, "x_requested_with"),
    ]

    private static let headerPrefixes = ["", "http_", "request.headers.", "request_", "requestheaders."]

    private static let meanings: [[UInt8]: Meaning] = {
        var meanings: [[UInt8]: Meaning] = [:]
        for (role, list) in names {
            for (rank, name) in list.enumerated() { meanings[Array(name.utf8)] = Meaning(role: role, rank: rank) }
        }
        for (role, name) in hints {
            for (rank, prefix) in headerPrefixes.enumerated() {
                meanings[Array((prefix + name).utf8)] = Meaning(role: role, rank: rank)
            }
        }
        return meanings
    }()

    /// The meaning of a name; `nil` if no decision depends on it.
    ///
    /// - Parameter name: The name in lowercase, with `_` for `-`.
    static func meaning(of name: [UInt8]) -> Meaning? {
        meanings[name]
    }

    /// A byte of a name in the table's form.
    static func normalized(_ byte: UInt8) -> UInt8 {
        byte == UInt8(ascii: "-") ? UInt8(ascii: "_") : byte.lowercased
    }
}
