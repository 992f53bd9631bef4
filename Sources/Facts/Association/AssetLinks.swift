import ByteText

/// A host's `assetlinks.json` file (Digital Asset Links), which associates its links with Android apps.
public struct AssetLinks: Sendable, Equatable {
    /// The permissions of one app.
    public struct Statement: Sendable, Equatable {
        /// The package name.
        public var package: String
        /// SHA-256 fingerprints of the signing certificates, in upper case with colons.
        public var fingerprints: [String]
        /// The links that open the app on Android 15 and later; earlier versions only use the app's manifest.
        public var components: [LinkComponent]
        /// Whether the app shares passwords with the host.
        public var sharesCredentials: Bool

        /// Creates a statement, without components that Android does not support.
        public init(
            package: String, fingerprints: [String], components: [LinkComponent], sharesCredentials: Bool = false
        ) {
            self.package = package
            self.fingerprints = fingerprints
            self.components = components.compactMap(\.forAndroid)
            self.sharesCredentials = sharesCredentials
        }
    }

    /// The statements, at most one per package.
    public var statements: [Statement] = []

    /// Creates a file without statements, `[]`.
    public init() {}

    /// Whether a link of the host opens an app whose manifest declares all of the host's links.
    public func opens(_ link: LinkAddress, package: String) -> Bool {
        statements.first { $0.package == package }?.components.open(link) ?? false
    }

    /// The file as compact JSON. The output is deterministic.
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
    /// The component in Android's format, or `nil` if Android does not support it and would discard all components.
    fileprivate var forAndroid: LinkComponent? {
        if case .whole? = query { return nil }
        var component = self
        component.isCaseSensitive = true
        component.isPercentEncoded = true
        return component
    }
}
