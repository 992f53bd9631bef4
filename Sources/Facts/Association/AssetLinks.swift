import ByteText

/// The file with which a host says what Android apps may do with its links (`assetlinks.json`, Digital Asset Links).
public struct AssetLinks: Sendable, Equatable {
    /// What one app may do.
    public struct Statement: Sendable, Equatable {
        /// The package name.
        public var package: String
        /// SHA-256 fingerprints of the signing certificates, in upper case with colons.
        public var fingerprints: [String]
        /// The links that it opens, for Android 15 and later; before, the app's manifest alone says that.
        public var components: [LinkComponent]
        /// Whether it shares passwords with the host.
        public var sharesCredentials: Bool

        /// Makes a statement; components that Android can't express are left out.
        public init(
            package: String, fingerprints: [String], components: [LinkComponent], sharesCredentials: Bool = false
        ) {
            self.package = package
            self.fingerprints = fingerprints
            self.components = components.compactMap(\.forAndroid)
            self.sharesCredentials = sharesCredentials
        }
    }

    /// No package is listed twice.
    public var statements: [Statement] = []

    /// A file without statements: `[]`.
    public init() {}

    /// Whether a link of the host opens an app whose manifest claims all of the host's links.
    public func opens(_ link: LinkAddress, package: String) -> Bool {
        statements.first { $0.package == package }?.components.open(link) ?? false
    }

    /// The file's bytes: compact JSON, the same for the same content.
    public var json: [UInt8] {
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { json in
            json.beginArray()
            for statement in statements { statement.write(&json) }
            json.endArray()
        }
        return output
    }
}

extension AssetLinks.Statement {
    fileprivate func write(_ json: inout JSONWriter) {
        let urls = "delegate_permission/common.handle_all_urls"
        json.beginObject()
        json.strings("relation", [urls] + (sharesCredentials ? ["delegate_permission/common.get_login_creds"] : []))
        json.name("target")
        json.beginObject()
        json.member("namespace", "android_app")
        json.member("package_name", package)
        json.strings("sha256_cert_fingerprints", fingerprints)
        json.endObject()
        json.name("relation_extensions")
        json.beginObject()
        json.name(urls)
        json.beginObject()
        json.name("dynamic_app_link_components")
        json.beginArray()
        for component in components { component.write(&json) }
        json.endArray()
        json.endObject()
        json.endObject()
        json.endObject()
    }
}

extension LinkComponent {
    /// The component as Android reads it; nil for what it has no words for, lest it throw all of them away.
    fileprivate var forAndroid: LinkComponent? {
        if case .whole? = query { return nil }
        var component = self
        component.isCaseSensitive = true
        component.isPercentEncoded = true
        return component
    }
}
