/// The formats with fixed columns.
extension ColumnSchema {
    /// Apache's `common`: `%h %l %u %t "%r" %>s %b`.
    private static let commonColumns = [
        Column(.ip, .list), Column(.other), Column(.other), Column(.time, .bracketed), Column(.request, .quoted),
        Column(.status), Column(.other),
    ]

    /// Apache's and nginx's `combined`; columns that some append are reported as unread.
    private static let combinedColumns =
        commonColumns + [Column(.referer, .quoted), Column(.userAgent, .quoted)]

    static let common = ColumnSchema(columns: commonColumns, minimum: 7, rest: .reported)
    static let combined = ColumnSchema(
        columns: combinedColumns, minimum: 9, rest: .reported, isCombined: true)
    /// Apache's `vhost_combined`: the host and its port come first.
    static let virtualHostCombined = ColumnSchema(
        columns: [Column(.host, .host)] + combinedColumns, minimum: 10, rest: .reported)
    static let virtualHostCommon = ColumnSchema(
        columns: [Column(.host, .host)] + commonColumns, minimum: 8, rest: .reported)

    /// Access logs of Application Load Balancers, up to the domain of the certificate; the request has the whole URL.
    static let alb = ColumnSchema(
        columns: [
            Column(.other), Column(.time), Column(.other), Column(.addressAndPort), Column(.other), Column(.other),
            Column(.other),
            Column(.other), Column(.status), Column(.other), Column(.other), Column(.other),
            Column(.request, .quoted), Column(.userAgent, .quoted),
        ], minimum: 14)

    /// Access logs of Classic Load Balancers.
    static let elb = ColumnSchema(
        columns: [
            Column(.time), Column(.other), Column(.addressAndPort), Column(.other), Column(.other), Column(.other),
            Column(.other), Column(.status), Column(.other), Column(.other), Column(.other), Column(.request, .quoted),
            Column(.userAgent, .quoted),
        ], minimum: 12)

    /// Amazon S3's server access log; the `Host` header field comes late, and is missing in old logs.
    static let s3 = ColumnSchema(
        columns: [
            Column(.other), Column(.other), Column(.time, .bracketed), Column(.ip), Column(.other), Column(.other),
            Column(.other), Column(.other), Column(.request, .quoted), Column(.status), Column(.other), Column(.other),
            Column(.other), Column(.other), Column(.other), Column(.referer, .quoted), Column(.userAgent, .quoted),
            Column(.other), Column(.other), Column(.other), Column(.other), Column(.other), Column(.host),
        ], minimum: 17)

    /// HAProxy's `httplog`, after the prefix that syslog adds.
    static let haproxy = ColumnSchema(
        columns: [
            Column(.addressAndPort), Column(.time, .bracketed), Column(.other), Column(.other), Column(.other),
            Column(.status),
            Column(.other), Column(.other), Column(.other), Column(.other), Column(.other), Column(.other),
        ], minimum: 12)
}
