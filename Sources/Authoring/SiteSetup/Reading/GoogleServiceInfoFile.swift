import FoundationEssentials

extension SourceFacts {
    /// Adds the contents of `GoogleService-Info.plist`, in XML or binary form: the project and its Apple app.
    public mutating func add(googleServiceInfo bytes: [UInt8], named name: String) throws(SetupFault) {
        let info: ServiceInfo
        do {
            // XML begins with its declaration, but editors may put a byte order mark or blank lines before it.
            let start = bytes.firstIndex { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "b") } ?? 0
            info = try PropertyListDecoder().decode(ServiceInfo.self, from: Data(bytes[start...]))
        } catch {
            throw SetupFault("\(name): not a property list that can be read (XML or binary)")
        }
        guard let bundle = info.bundle else {
            throw SetupFault(
                "\(name): not GoogleService-Info.plist: it lacks BUNDLE_ID; download the file from the Firebase console, Project settings, Your apps"
            )
        }
        if let project = info.project { projects.append(Statement(value: project, source: name)) }
        appleApps.append(Statement(value: AppleApp(bundle: bundle), source: name))
        if let scheme = info.reversedClient {
            remarks.append(
                "\(name): REVERSED_CLIENT_ID is the scheme of Google sign-in and was not used; if the app opens links with it, set --custom-scheme \(scheme)"
            )
        }
    }
}

extension SourceFacts {
    /// The bytes of base64 text, or `nil` if it is invalid.
    static func decoded(base64 text: String) -> [UInt8]? { Data(base64Encoded: text).map { Array($0) } }
}

/// The relevant keys of the file.
private struct ServiceInfo: Decodable {
    var bundle: String?
    var project: String?
    var reversedClient: String?

    enum CodingKeys: String, CodingKey {
        case bundle = "BUNDLE_ID"
        case project = "PROJECT_ID"
        case reversedClient = "REVERSED_CLIENT_ID"
    }
}
