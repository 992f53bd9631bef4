import ByteText
import Devices
import Links
import Routing
import Testing

/// Requests in JSON: every key has a name, and faults contain it.
@Suite("Requests in JSON")
struct ClickRequestReaderTests {
    static func fault(of json: String) throws -> RequestFault? {
        let value = try JSONValue(parsing: json)
        var request = ClickRequest()
        var arena = ByteArena()
        do throws(RequestFault) {
            _ = try ClickRequestReader().read(value, into: &request, &arena)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "a key that is not known is an error that names it",
        arguments: [
            (#"{"link": "x", "lnk": "y"}"#, "lnk"), (#"{"link": "x", "Link": "y"}"#, "Link"),
            (#"{"link": "x", "lnk": null}"#, "lnk"), (#"{"link": "x", "": 1}"#, ""),
            (#"{"link": "x", "device": {"platfrom": "ios"}}"#, "device.platfrom"),
            (#"{"link": "x", "device": {"app": {"sate": "absent"}}}"#, "device.app.sate"),
            (#"{"link": "x", "device": {"apps": [{"id": "a", "sate": "absent"}]}}"#, "device.apps.sate"),
            (#"{"link": "x", "settings": {"handleCodeInapp": true}}"#, "settings.handleCodeInapp"),
            (#"{"link": "x", "settings": {"android": {"package": "a"}}}"#, "settings.android.package"),
            (#"{"link": "x", "settings": {"iOS": {"bundleID": "a"}}}"#, "settings.iOS.bundleID"),
        ])
    func unknownKeys(json: String, key: String) throws {
        let fault = try #require(try Self.fault(of: json))
        #expect(fault.key == key)
        #expect(fault.problem.contains("known"))
    }

    @Test(
        "a value of another kind is an error that names its key and not the value",
        arguments: [
            ("[]", ""), ("\"link\"", ""), ("null", ""), ("{}", "link"), (#"{"device": {}}"#, "link"),
            (#"{"link": null}"#, "link"), (#"{"link": 4711}"#, "link"), (#"{"link": ["4711"]}"#, "link"),
            (#"{"link": "x", "user_agent": 4711}"#, "user_agent"), (#"{"link": "x", "headers": "4711"}"#, "headers"),
            (#"{"link": "x", "headers": {"accept": 4711}}"#, "headers.accept"),
            (#"{"link": "x", "headers": {"accept": null}}"#, "headers.accept"),
            (#"{"link": "x", "device": "4711"}"#, "device"),
            (#"{"link": "x", "device": {"bot": "4711"}}"#, "device.bot"),
            (#"{"link": "x", "device": {"bot": 1}}"#, "device.bot"),
            (#"{"link": "x", "device": {"platform": "4711"}}"#, "device.platform"),
            (#"{"link": "x", "device": {"platform": "Android"}}"#, "device.platform"),
            (#"{"link": "x", "device": {"os_version": 14}}"#, "device.os_version"),
            (#"{"link": "x", "device": {"form_factor": "4711"}}"#, "device.form_factor"),
            (#"{"link": "x", "device": {"in_app": "4711"}}"#, "device.in_app"),
            (#"{"link": "x", "device": {"bot_kind": "4711"}}"#, "device.bot_kind"),
            (#"{"link": "x", "device": {"store": "galaxy"}}"#, "device.store"),
            (#"{"link": "x", "device": {"browser": "netscape"}}"#, "device.browser"),
            (#"{"link": "x", "device": {"browser_version": 142}}"#, "device.browser_version"),
            (#"{"link": "x", "device": {"app": []}}"#, "device.app"),
            (#"{"link": "x", "device": {"app": {"state": "ok"}}}"#, "device.app.state"),
            (#"{"link": "x", "device": {"app": {"version": 1.1}}}"#, "device.app.version"),
            (#"{"link": "x", "device": {"apps": {}}}"#, "device.apps"),
            (#"{"link": "x", "device": {"apps": [{"version": "4711"}]}}"#, "device.apps.id"),
            (#"{"link": "x", "stage": "4711"}"#, "stage"), (#"{"link": "x", "stage": true}"#, "stage"),
            (#"{"link": "x", "ip": 4711}"#, "ip"), (#"{"link": "x", "country": ["4711"]}"#, "country"),
            (#"{"link": "x", "time": 4711}"#, "time"), (#"{"link": "x", "time": "4711"}"#, "time"),
            (#"{"link": "x", "settings": []}"#, "settings"),
            (#"{"link": "x", "settings": {"url": 4711}}"#, "settings.url"),
            (#"{"link": "x", "settings": {"handleCodeInApp": "4711"}}"#, "settings.handleCodeInApp"),
            (#"{"link": "x", "settings": {"android": "4711"}}"#, "settings.android"),
            (#"{"link": "x", "settings": {"android": {"installApp": 4711}}}"#, "settings.android.installApp"),
            (#"{"link": "x", "settings": {"android": {"minimumVersion": 4711}}}"#, "settings.android.minimumVersion"),
            (#"{"link": "x", "settings": {"iOS": {"appStoreId": 4711}}}"#, "settings.iOS.appStoreId"),
            (#"{"link": "x", "settings": {"ios_bundle_id": 4711}}"#, "settings.ios_bundle_id"),
            (
                #"{"link": "x", "settings": {"url": "4711", "willHandleCodeInApp": true}}"#,
                "settings.willHandleCodeInApp"
            ),
        ])
    func wrongKinds(json: String, key: String) throws {
        let fault = try #require(try Self.fault(of: json))
        #expect(fault.key == key)
        #expect(!fault.message.contains("4711"), "the value is told")
        #expect(key.isEmpty || fault.message.contains("\"\(key)\""))
    }

    @Test("null is equal to a missing key")
    func nulls() throws {
        let json = """
            {"id": null, "link": "https://example.page.link/", "user_agent": null, "headers": null, "device": null,
             "stage": null, "ip": null, "country": null, "time": null, "settings": null, "site": null}
            """
        var request = ClickRequest()
        var arena = ByteArena()
        let envelope = try ClickRequestReader().read(try JSONValue(parsing: json), into: &request, &arena)
        #expect(envelope.id == nil)
        #expect(envelope.site == nil)
        let link = arena.string(request.link)
        #expect(link == "https://example.page.link/")
        let texts = [request.userAgent, request.ip, request.country]
        #expect(texts.allSatisfy { $0 == nil })
        let (headersAreKnown, profile, settings) = (request.headersAreKnown, request.profile, request.settings)
        #expect(!headersAreKnown)
        #expect(profile == nil)
        #expect(settings == nil)
        let (stage, time) = (request.stage, request.time)
        #expect(stage == nil)
        #expect(time == nil)
    }

    @Test("everything that a request can say arrives")
    func everything() throws {
        let json = """
            {"id": {"n": 1}, "link": "https://example.page.link/", "user_agent": "UA",
             "headers": {"Sec-CH-UA-Platform": "\\"Android\\"", "ACCEPT-LANGUAGE": "hi-IN", "User-Agent": "other", "Referer": "https://r.example/",
                         "X-Other": "1", "Host": "other.example", "Fingerpost-Device": "platform=ios"},
             "device": {"platform": "ipados", "os_version": "17", "form_factor": "tablet", "in_app": "gmail", "bot": true,
                        "bot_kind": "scanner", "store": "amazon", "browser": "silk", "browser_version": "138.2.5", "app": {"state": "absent", "version": null},
                        "apps": [{"id": "com.example.ios", "version": "3"}]},
             "stage": "continue", "ip": "203.0.113.9", "country": "IN", "time": "2026-11-20T12:00:00Z",
             "settings": {"url": "u", "handleCodeInApp": true,
                          "android": {"packageName": "p", "installApp": true, "minimumVersion": "12"},
                          "iOS": {"bundleId": "b", "appStoreId": "1"}, "linkDomain": "l", "dynamicLinkDomain": "d"},
             "site": {}}
            """
        var request = ClickRequest()
        var arena = ByteArena()
        let envelope = try ClickRequestReader().read(try JSONValue(parsing: json), into: &request, &arena)
        func text(_ range: TextRange?) -> String? { range.map { arena.string($0) } }
        #expect(envelope.id == ["n": 1])
        #expect(envelope.site == [:])
        let headers = [request.userAgent, request.hints.platform, request.acceptLanguage, request.referer].map(text)
        // A stated agent overrides the header.
        #expect(headers == ["UA", "\"Android\"", "hi-IN", "https://r.example/"])
        let others = request.otherHeaders.map { arena.string($0.name) }
        #expect(others == ["x-other"])
        let statedProfile = request.profile
        let profile = try #require(statedProfile)
        #expect(profile.platform == .ipados)
        #expect(text(profile.osVersion) == "17")
        #expect(profile.formFactor == .tablet)
        #expect(profile.inApp == .gmail)
        #expect(profile.bot == true)
        #expect(profile.botKind == .scanner)
        #expect(profile.store == .amazon)
        #expect(profile.browser == .silk)
        #expect(text(profile.browserVersion) == "138.2.5")
        #expect(profile.apps.map { text($0.id) } == [nil, "com.example.ios"])
        #expect(profile.apps.map(\.state) == [.absent, nil])
        #expect(profile.apps.map { text($0.version) } == [nil, "3"])
        let places = [request.ip, request.country].map(text)
        #expect(places == ["203.0.113.9", "IN"])
        let (stage, time) = (request.stage, request.time)
        #expect(stage == .continue)
        #expect(time == 1_795_176_000)
        let statedSettings = request.settings
        let settings = try #require(statedSettings)
        #expect(text(settings.url) == "u")
        #expect(settings.handleCodeInApp)
        #expect(text(settings.androidPackageName) == "p")
        #expect(settings.androidInstallApp)
        #expect(text(settings.androidMinimumVersion) == "12")
        #expect(text(settings.iOSBundleID) == "b")
        #expect(text(settings.iOSAppStoreID) == "1")
        #expect(text(settings.linkDomain) == "l")
        #expect(text(settings.dynamicLinkDomain) == "d")
    }

    @Test("headers that are given and hold none are known to be none")
    func noHeaders() throws {
        var request = ClickRequest()
        var arena = ByteArena()
        _ = try ClickRequestReader().read(
            try JSONValue(parsing: #"{"link": "x", "headers": {}}"#), into: &request, &arena)
        let (isKnown, others) = (request.headersAreKnown, request.otherHeaders)
        #expect(isKnown)
        #expect(others.isEmpty)
        request.reset()
        let (isKnownAfterwards, link) = (request.headersAreKnown, request.link)
        #expect(!isKnownAfterwards)
        #expect(link.isEmpty)
    }

    @Test func hintsThatComeTwiceAreAbsentUnlessTheyAreLists() {
        var request = ClickRequest()
        var arena = ByteArena()
        for (name, value) in [
            ("sec-ch-ua-platform", #""Android""#), ("sec-ch-ua-platform", #""iOS""#), ("sec-ch-ua-platform", #""iOS""#),
            ("sec-ch-ua-mobile", "?1"), ("sec-ch-ua-mobile", "?1"), ("sec-ch-ua-model", #""Pixel 9""#),
            ("sec-ch-ua-form-factors", #""Tablet""#), ("sec-ch-ua-form-factors", #""XR""#),
        ] {
            request.add(ClickRequest.Header(name: arena.append(name), value: arena.append(value)), in: arena)
        }
        let device = DeviceClassifier().classify(userAgent: nil, hints: request.hints, in: &arena)
        #expect(device.platform == .unknown)
        #expect(device.formFactor == .tablet)
        let model = request.hints.model
        #expect(model.map { arena.string($0) } == #""Pixel 9""#)
    }
}
