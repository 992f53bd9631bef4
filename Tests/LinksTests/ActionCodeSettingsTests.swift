import ByteText
import Links
import Testing

/// Settings in JSON: every spelling is equivalent, alone or mixed, and faults have Firebase's codes.
@Suite("ActionCodeSettings")
struct ActionCodeSettingsTests {
    /// The settings as text, or the fault.
    static func read(_ json: String) throws -> Result<String, SettingsFault> {
        var arena = ByteArena()
        let value = try JSONValue(parsing: json)
        do throws(SettingsFault) {
            let settings = try ActionCodeSettings(value, in: &arena)
            do throws(LinkFault) { try settings.validate(needsURL: true, in: &arena) } catch {
                throw SettingsFault(error)
            }
            let texts = [
                settings.url, settings.androidPackageName, settings.androidMinimumVersion, settings.iOSBundleID,
                settings.iOSAppStoreID, settings.linkDomain, settings.dynamicLinkDomain,
            ]
            let words = texts.map { $0.map { arena.string($0) } ?? "-" }
            return .success("\(words.joined(separator: " ")) \(settings.handleCodeInApp) \(settings.androidInstallApp)")
        } catch {
            return .failure(error)
        }
    }

    static func fault(of json: String) throws -> SettingsFault {
        guard case .failure(let fault) = try read(json) else {
            Issue.record("\(json) is accepted")
            return SettingsFault(.noRuleMatched, problem: "")
        }
        return fault
    }

    @Test(
        "every spelling says the same",
        arguments: [
            #"{"url": "https://h.example/", "handleCodeInApp": true, "android": {"packageName": "p", "installApp": true, "minimumVersion": "12"}, "iOS": {"bundleId": "b"}, "dynamicLinkDomain": "d", "linkDomain": "l"}"#,
            #"{"url": "https://h.example/", "handleCodeInApp": true, "androidPackageName": "p", "androidInstallApp": true, "androidMinimumVersion": "12", "iOSBundleId": "b", "dynamicLinkDomain": "d", "linkDomain": "l"}"#,
            #"{"URL": "https://h.example/", "handleCodeInApp": true, "androidPackageName": "p", "androidInstallIfNotAvailable": true, "androidMinimumVersion": "12", "iOSBundleID": "b", "dynamicLinkDomain": "d", "linkDomain": "l"}"#,
            #"{"url": "https://h.example/", "handleCodeInApp": true, "androidPackageName": "p", "androidInstallApp": true, "androidMinimumVersion": "12", "iosBundleId": "b", "dynamicLinkDomain": "d", "linkDomain": "l"}"#,
            #"{"url": "https://h.example/", "handle_code_in_app": true, "android_package_name": "p", "android_install_app": true, "android_minimum_version": "12", "ios_bundle_id": "b", "dynamic_link_domain": "d", "link_domain": "l"}"#,
            #"{"URL": "https://h.example/", "HandleCodeInApp": true, "AndroidPackageName": "p", "AndroidInstallApp": true, "AndroidMinimumVersion": "12", "IOSBundleID": "b", "DynamicLinkDomain": "d", "LinkDomain": "l"}"#,
            #"{"Url": "https://h.example/", "HandleCodeInApp": true, "AndroidPackageName": "p", "AndroidInstallApp": true, "AndroidMinimumVersion": "12", "IosBundleId": "b", "DynamicLinkDomain": "d", "LinkDomain": "l"}"#,
            #"{"continueUrl": "https://h.example/", "handleCodeInApp": true, "androidPackageName": "p", "androidInstallApp": true, "androidMinimumVersion": "12", "iOSBundleId": "b", "dynamicLinkDomain": "d", "linkDomain": "l"}"#,
            #"{"continueUrl": "https://h.example/", "canHandleCodeInApp": true, "androidPackageName": "p", "androidInstallApp": true, "androidMinimumVersion": "12", "iOSBundleId": "b", "dynamicLinkDomain": "d", "linkDomain": "l"}"#,
            #"{"continueUrl": "https://h.example/", "canHandleCodeInApp": true, "androidPackageName": "p", "androidInstallApp": true, "androidMinimumVersionCode": "12", "iOSBundleId": "b", "dynamicLinkDomain": "d", "linkDomain": "l"}"#,
        ])
    func spellings(json: String) throws {
        #expect(try Self.read(json) == .success("https://h.example/ p 12 b - l d true true"))
    }

    @Test("what is left out or null is not asked for")
    func defaults() throws {
        let expected = Result<String, SettingsFault>.success("https://h.example/ - - - - - - false false")
        #expect(try Self.read(#"{"url": "https://h.example/"}"#) == expected)
        let nulls =
            #"{"url": "https://h.example/", "handleCodeInApp": null, "android": null, "iOS": null, "linkDomain": null}"#
        #expect(try Self.read(nulls) == expected)
        // Flutter's asMap() always writes both objects. Regression: this was an error about a missing bundle ID.
        let flutter =
            #"{"url": "https://h.example/", "iOS": {"bundleId": null}, "android": {"packageName": null, "minimumVersion": null, "installApp": false}}"#
        #expect(try Self.read(flutter) == expected)
        let store = #"{"continueUrl": "https://h.example/", "iOSBundleId": "b", "iOSAppStoreId": "1"}"#
        #expect(try Self.read(store) == .success("https://h.example/ - - b 1 - - false false"))
    }

    /// PHP's library mixes the names of the REST API and the SDKs, and users mix the examples of several pages.
    @Test(
        "spellings may be mixed, and one setting named twice, as long as the values are equal",
        arguments: [
            #"{"continueUrl": "https://h.example/", "handle_code_in_app": true, "android": {"packageName": "p"}, "androidInstallApp": true, "AndroidMinimumVersion": "12", "iosBundleId": "b", "dynamicLinkDomain": "d", "LinkDomain": "l"}"#,
            #"{"url": "https://h.example/", "Url": "https://h.example/", "handleCodeInApp": true, "canHandleCodeInApp": true, "android": {"installApp": true, "minimumVersion": "12"}, "androidPackageName": "p", "iOS": {}, "ios_bundle_id": "b", "dynamicLinkDomain": "d", "linkDomain": "l"}"#,
            #"{"androidPackageName": "p", "android": {"packageName": "p", "installApp": true, "minimumVersion": "12"}, "url": "https://h.example/", "continueUrl": null, "handleCodeInApp": true, "iOS": {"bundleId": null}, "iOSBundleID": "b", "dynamicLinkDomain": "d", "linkDomain": "l"}"#,
        ])
    func mixtures(json: String) throws {
        #expect(try Self.read(json) == .success("https://h.example/ p 12 b - l d true true"))
    }

    @Test(
        "two keys that contradict each other are both named",
        arguments: [
            (#"{"URL": "u", "url": "v"}"#, "url", "URL"), (#"{"url": "u", "continueUrl": "v"}"#, "continueUrl", "url"),
            (
                #"{"handleCodeInApp": true, "canHandleCodeInApp": false}"#, "canHandleCodeInApp", "handleCodeInApp"
            ),
            (#"{"iOSBundleId": "b", "iOS": {"bundleId": "c"}}"#, "iOS.bundleId", "iOSBundleId"),
            (
                #"{"android": {"packageName": "p"}, "android_package_name": "q"}"#, "android_package_name",
                "android.packageName"
            ),
            (
                #"{"android": {"installApp": true}, "AndroidInstallApp": false}"#, "AndroidInstallApp",
                "android.installApp"
            ),
            (
                #"{"androidMinimumVersion": "1", "androidMinimumVersionCode": "2"}"#, "androidMinimumVersionCode",
                "androidMinimumVersion"
            ),
            (#"{"LinkDomain": "l", "link_domain": "m"}"#, "link_domain", "LinkDomain"),
        ])
    func contradictions(json: String, key: String, other: String) throws {
        let fault = try Self.fault(of: json)
        #expect(fault.code == .argumentError)
        #expect(fault.key == key)
        #expect(fault.problem.contains("\"\(other)\""), "\(fault.message)")
    }

    @Test(
        "an unknown key is named with the one that was meant",
        arguments: [
            (#"{"ur": "u"}"#, "ur", "url"), (#"{"handleCodeInapp": true}"#, "handleCodeInapp", "handleCodeInApp"),
            (#"{"ios": {}}"#, "ios", "iOS"), (#"{"canHandleInApp": true}"#, "canHandleInApp", "canHandleCodeInApp"),
            (#"{"android": {"pakageName": "p"}}"#, "android.pakageName", "packageName"),
            (#"{"iOS": {"bundleID": "b"}}"#, "iOS.bundleID", "bundleId"),
            (#"{"ios_bundel_id": "b"}"#, "ios_bundel_id", "ios_bundle_id"),
            (#"{"requestType": null}"#, "requestType", "url"), (#"{"android": {"": 1}}"#, "android.", "installApp"),
        ])
    func unknownKeys(json: String, key: String, meant: String) throws {
        let fault = try Self.fault(of: json)
        #expect(fault.code == .argumentError)
        #expect(fault.key == key)
        #expect(fault.problem.contains(meant), "\(fault.message)")
    }

    @Test(
        "a value of another kind has the code that Firebase gives it, and is not told",
        arguments: [
            (#"{"url": 4711}"#, LinkFault.Code.invalidContinueURI, "url"),
            (#"{"url": "https://h.example/", "handleCodeInApp": "4711"}"#, .argumentError, "handleCodeInApp"),
            (#"{"url": "https://h.example/", "android": "4711"}"#, .argumentError, "android"),
            (
                #"{"url": "https://h.example/", "android": {"packageName": 4711}}"#, .argumentError,
                "android.packageName"
            ),
            (#"{"url": "https://h.example/", "android": {"installApp": 1}}"#, .argumentError, "android.installApp"),
            (#"{"android": {"minimumVersion": 4711}}"#, .argumentError, "android.minimumVersion"),
            (#"{"android": {"minimumVersion": ""}}"#, .argumentError, "android.minimumVersion"),
            (#"{"iOS": ["4711"]}"#, .argumentError, "iOS"),
            (#"{"iOSAppStoreId": 4711}"#, .argumentError, "iOSAppStoreId"),
            (#"{"dynamicLinkDomain": 4711}"#, .invalidDynamicLinkDomain, "dynamicLinkDomain"),
            (#"{"link_domain": 4711}"#, .invalidHostingLinkDomain, "link_domain"),
            ("[]", .argumentError, ""), ("null", .argumentError, ""), ("\"4711\"", .argumentError, ""),
        ] as [(String, LinkFault.Code, String)])
    func wrongKinds(json: String, code: LinkFault.Code, key: String) throws {
        let fault = try Self.fault(of: json)
        #expect(fault.code == code)
        #expect(fault.key == key)
        #expect(!fault.message.contains("4711"))
    }

    @Test(
        "what Firebase's SDKs refuse is refused with the web SDK's code",
        arguments: [
            ("{}", LinkFault.Code.missingContinueURI), (#"{"handleCodeInApp": true}"#, .missingContinueURI),
            (#"{"url": ""}"#, .invalidContinueURI), (#"{"url": "h.example"}"#, .invalidContinueURI),
            (#"{"url": "//h.example/"}"#, .invalidContinueURI), (#"{"url": "https:h.example"}"#, .invalidContinueURI),
            (#"{"url": "ftp://h.example/"}"#, .invalidContinueURI),
            (#"{"url": "com.example.app://x"}"#, .invalidContinueURI),
            (#"{"url": "javascript:alert(1)"}"#, .invalidContinueURI),
            (#"{"url": "https://e.example\\@h.example/"}"#, .invalidContinueURI),
            (#"{"url": "https://user@h.example/"}"#, .invalidContinueURI),
            (#"{"url": "https://h.example/a b"}"#, .invalidContinueURI),
            (#"{"url": " https://h.example/"}"#, .invalidContinueURI),
            (#"{"url": "https://h.example/é"}"#, .invalidContinueURI),
            (#"{"url": "https://é.example/"}"#, .invalidContinueURI),
            (#"{"url": "https://h.example/%"}"#, .invalidContinueURI),
            (#"{"url": "https://h.example//a"}"#, .invalidContinueURI),
            (#"{"url": "https://h.example/a//"}"#, .invalidContinueURI),
            (#"{"url": "https://h.example/a&b"}"#, .invalidContinueURI),
            (#"{"url": "https://[::1]/"}"#, .invalidContinueURI),
            (#"{"url": "https://h.example/[a]"}"#, .invalidContinueURI),
            (#"{"url": "https://h.example/\"a"}"#, .invalidContinueURI),
            (#"{"url": "https://h.example/", "dynamicLinkDomain": ""}"#, .invalidDynamicLinkDomain),
            (#"{"url": "https://h.example/", "linkDomain": ""}"#, .invalidHostingLinkDomain),
            (#"{"url": "https://h.example/", "iOS": {}}"#, .missingIOSBundleID),
            (#"{"url": "https://h.example/", "iOS": {"bundleId": ""}}"#, .missingIOSBundleID),
            (#"{"continueUrl": "https://h.example/", "iOSAppStoreId": "1"}"#, .missingIOSBundleID),
            (#"{"url": "https://h.example/", "android": {}}"#, .missingAndroidPackageName),
            (#"{"url": "https://h.example/", "android": {"installApp": false}}"#, .missingAndroidPackageName),
            (
                #"{"url": "https://h.example/", "android": {"packageName": null, "minimumVersion": "12"}}"#,
                .missingAndroidPackageName
            ),
            (#"{"iOSAppStoreId": "1", "url": "https://h.example/", "iOS": {"bundleId": null}}"#, .missingIOSBundleID),
            (#"{"url": "https://h.example/", "android": {"packageName": ""}}"#, .missingAndroidPackageName),
            (#"{"url": "https://h.example/", "androidInstallApp": true}"#, .missingAndroidPackageName),
            (#"{"url": "https://h.example/", "android_minimum_version": "12"}"#, .missingAndroidPackageName),
        ] as [(String, LinkFault.Code)])
    func refused(json: String, code: LinkFault.Code) throws {
        #expect(try Self.fault(of: json).code == code)
    }

    @Test(
        "URLs that every SDK takes are taken",
        arguments: [
            "https://h.example", "https://h.example/", "http://localhost:3000/done",
            "https://h.example:8443/a/b/?x=1&y=//#/c",
            "https://xn--r8jz45g.jp/", "https://H.example/a;b=c,d/~e!$'()*+:@%20", "https://192.0.2.1/",
            "https://h.example/?a[]=1",
        ])
    func accepted(url: String) throws {
        #expect(try Self.read("{\"url\": \"\(url)\"}") == .success("\(url) - - - - - - false false"))
    }

    @Test("the domain that is named alone chooses the generation")
    func generation() {
        var settings = ActionCodeSettings()
        #expect(settings.generation == nil)
        settings.linkDomain = .empty
        #expect(settings.generation == .hosting)
        settings.dynamicLinkDomain = .empty
        #expect(settings.generation == nil)
        settings.linkDomain = nil
        #expect(settings.generation == .fdl)
    }
}
