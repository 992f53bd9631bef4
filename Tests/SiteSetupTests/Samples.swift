import ByteText
import SiteSetup
import TestSupport

/// Files and values to set up sites with.
enum Samples {
    static let fingerprint =
        "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"

    static let otherFingerprint = String(repeating: "0A:", count: 31) + "0B"

    static let googleServices = """
        {"project_info": {"project_number": "1", "project_id": "acme-app", "storage_bucket": "acme-app.appspot.com"},
         "client": [
          {"client_info": {"mobilesdk_app_id": "1:1:android:1", "android_client_info": {"package_name": "com.acme.app"}},
           "oauth_client": [{"client_id": "1", "client_type": 1,
             "android_info": {"package_name": "com.acme.app", "certificate_hash": "0a1b2c"}}],
           "services": {"appinvite_service": {"other_platform_oauth_client": [
             {"client_id": "2", "client_type": 2, "ios_info": {"bundle_id": "com.acme.ios", "app_store_id": "1234567"}}]}}},
          {"client_info": {"android_client_info": {"package_name": "com.acme.app.debug"}}, "oauth_client": []}]}
        """

    /// Android's association file: two apps with one certificate each, one of them shared, and an app that opens no links.
    static let assetLinks = """
        [{"relation": ["delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds"],
          "target": {"namespace": "android_app", "package_name": "com.acme.app",
           "sha256_cert_fingerprints": ["\(fingerprint)", "\(otherFingerprint)"]}},
         {"relation": ["delegate_permission/common.handle_all_urls"],
          "target": {"namespace": "android_app", "package_name": "com.acme.beta",
           "sha256_cert_fingerprints": ["\(fingerprint)"]}},
         {"relation": ["delegate_permission/common.get_login_creds"],
          "target": {"namespace": "android_app", "package_name": "com.acme.vault", "sha256_cert_fingerprints": []}},
         {"relation": ["delegate_permission/common.handle_all_urls"],
          "target": {"namespace": "web", "site": "https://www.acme.com"}}]
        """

    /// Apple's association file in its current form.
    static let appSiteAssociation = """
        {"applinks": {"details": [{"appIDs": ["ABCDE12345.com.acme.ios", "ABCDE12345.com.acme.ios.beta"],
          "components": [{"/": "/go/*"}]}]}, "webcredentials": {"apps": ["ABCDE12345.com.acme.other"]}}
        """

    /// The output of `firebase apps:sdkconfig --json`.
    static func sdkConfig(of file: String, _ name: String = "google-services.json") -> String {
        var text: [UInt8] = []
        JSONWriter.append(to: &text) { json in
            json.value(["status": "success", "result": ["fileName": .string(name), "fileContents": .string(file)]])
        }
        return String(decoding: text, as: UTF8.self)
    }

    static func serviceInfo(project: String = "acme-app", bundle: String = "com.acme.ios") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>
        <key>CLIENT_ID</key><string>1-a.apps.googleusercontent.com</string>
        <key>REVERSED_CLIENT_ID</key><string>com.googleusercontent.apps.1-a</string>
        <key>BUNDLE_ID</key><string>\(bundle)</string>
        <key>PROJECT_ID</key><string>\(project)</string>
        <key>IS_ADS_ENABLED</key><false></false>
        </dict></plist>
        """
    }

    /// A row of an export with 29 columns.
    static func row(
        _ short: String, _ link: String, apn: String = "", ibi: String = "", ius: String = "", isi: String = ""
    ) -> String {
        let known = [0: short, 1: link, 2: apn, 5: ibi, 7: ius, 10: isi, 26: "false", 27: "\"a, name\""]
        return (0..<29).map { known[$0] ?? "" }.joined(separator: ",") + "\n"
    }

    static let title = (0..<29).map { "Column \($0)" }.joined(separator: ",") + "\n"

    static let export =
        title
        + row(
            "https://links.acme.com/go/a", "https://www.acme.com/1", apn: "com.acme.app", ibi: "com.acme.ios",
            isi: "1234567")
        + row(
            "https://links.acme.com/go/b", "https://www.acme.com/2", apn: "com.acme.app", ibi: "com.acme.ios",
            isi: "999")
        + row(
            "https://links.acme.com/go/b2", "https://www.acme.com", apn: "com.acme.app", ibi: "com.acme.ios",
            isi: "1234567")
        + row("https://acme.page.link/c", "https://shop.acme.com/", apn: "com.other", ibi: "com.acme.ios", ius: "acme")
        + row("https://acme.page.link/d", "http://old.acme.com/")

    static func statements(_ values: [(Datum, String)]) throws -> SiteStatements {
        var statements = SiteStatements()
        for (datum, value) in values { try statements.add(value, for: datum) }
        return statements
    }

    static func draft(_ values: [(Datum, String)], _ facts: SourceFacts = SourceFacts()) throws -> SiteDraft {
        SiteDraft(try statements(values), facts)
    }

    static func facts(services: Bool = false, info: String? = nil, export: String? = nil) throws -> SourceFacts {
        var facts = SourceFacts()
        if services {
            let bytes = Array(googleServices.utf8)
            try facts.add(googleServices: bytes.span, named: "google-services.json")
        }
        if let info { try facts.add(googleServiceInfo: Array(info.utf8), named: "Info.plist") }
        if let export {
            var links = ExportSummary()
            let bytes = Array(export.utf8)
            _ = try links.read(bytes.span, isLast: true)
            try facts.add(links, named: "links.csv")
        }
        return facts
    }
}
