import ByteText
import Testing
import WebAddress

@testable import Links

@Suite("Parameters of Dynamic Links")
struct DynamicLinkParametersTests {
    @Test(
        "each value is decoded once, from the first = on",
        arguments: [
            ("link=https%3A%2F%2Fa.example%2F", ["link": "https://a.example/"]),
            ("link=https://a.example/?x%3D1%26y%3D2&apn=p", ["link": "https://a.example/?x=1&y=2", "apn": "p"]),
            ("link=a%252Fb", ["link": "a%2Fb"]), ("link=a=b=c", ["link": "a=b=c"]), ("st=a+b", ["st": "a+b"]),
            ("st=a%2Bb", ["st": "a+b"]),
            ("amv", ["amv": ""]), ("amv=", ["amv": ""]), ("", [:]), ("&&", [:]), ("st=%E0%A4%B9", ["st": "ह"]),
            (
                "utm_source=1&utm_medium=2&utm_campaign=3&utm_term=4&utm_content=5&gclid=6",
                [
                    "utm_source": "1", "utm_medium": "2", "utm_campaign": "3", "utm_term": "4", "utm_content": "5",
                    "gclid": "6",
                ]
            ),
            (
                "at=1&ct=2&mt=3&pt=4&d=5&deep_link_id=6&efr=7&ofl=8&ius=9",
                [
                    "at": "1", "ct": "2", "mt": "3", "pt": "4", "d": "5", "deep_link_id": "6", "efr": "7", "ofl": "8",
                    "ius": "9",
                ]
            ),
            ("LINK=a", ["?": ""]), ("Link=a&apn=b", ["?": "", "apn": "b"]), ("foo=1", ["?": ""]),
            ("isAd=1&_icp=2&_x", [:]), ("isad=1", ["?": ""]),
        ] as [(String, [String: String])])
    func values(query: String, expected: [String: String]) throws {
        let values = try Reading.parameters(query).get()
        #expect(values == expected)
    }

    @Test(
        "what two readers would read in two ways is refused",
        arguments: [
            ("link=a&link=b", LinkFault.Code.malformedURL, LinkParameter.link),
            ("link=a&apn=p&link=a", .malformedURL, .link),
            ("amv&amv=1", .malformedURL, .amv), ("lin%6B=a", .malformedURL, nil),
            ("%6C%69%6E%6B=a", .malformedURL, nil), ("oob%43ode=a", .malformedURL, nil),
            ("continueUr%6C=a", .malformedURL, nil), ("link=%", .malformedPercentEncoding, .link),
            ("link=%2", .malformedPercentEncoding, .link),
            ("apn=%zz", .malformedPercentEncoding, .apn),
        ] as [(String, LinkFault.Code, LinkParameter?)])
    func faults(query: String, code: LinkFault.Code, parameter: LinkParameter?) {
        guard case .failure(let fault) = Reading.parameters(query) else {
            Issue.record("\(query) was accepted")
            return
        }
        #expect(fault.code == code)
        #expect(fault.parameter == parameter)
    }

    @Test(
        "on a short link only what routes is read strictly",
        arguments: [
            ("utm_source=a&utm_source=b&d=1", ["d": "1"]), ("gclid=%0a&fbclid=%ff&%ff=1&fo%=1", [:]),
            ("st=a&st=b&at=1&at=2&lang=x&lang=y", [:]), ("link=a&ofl=b", ["link": "a", "ofl": "b"]),
        ] as [(String, [String: String])])
    func shortLinks(query: String, expected: [String: String]) throws {
        var arena = ByteArena()
        let range = arena.append(query)
        let parameters = try DynamicLinkParameters(ofShortLink: range, in: &arena)
        var values: [String: String] = [:]
        for parameter in LinkParameter.allCases {
            if let value = parameters[parameter] { values[parameter.name.description] = arena.string(value) }
        }
        #expect(values == expected)
        #expect(!parameters.hasUnrecognized)
    }

    @Test(
        "and that it is read strictly",
        arguments: [
            ("d=1&d=1", LinkFault.Code.malformedURL), ("link=a&link=b", .malformedURL), ("lin%6B=a", .malformedURL),
            ("oob%43ode=a", .malformedURL), ("afl=%0a", .malformedPercentEncoding),
        ])
    func strictShortLinks(query: String, code: LinkFault.Code) {
        var arena = ByteArena()
        let range = arena.append(query)
        #expect(throws: LinkFault.self) { try DynamicLinkParameters(ofShortLink: range, in: &arena) }
        do { _ = try DynamicLinkParameters(ofShortLink: range, in: &arena) } catch { #expect(error.code == code) }
    }

    @Test(
        "an address that is badly encoded loses what does not route, and nothing else",
        arguments: [
            ("https://h/X?utm_source=50%&a=1#f", "https://h/X?a=1#f"), ("https://h/X?%zz=1", "https://h/X"),
            ("https://h/X?a=%41&b=%00&c&e=%4", "https://h/X?a=%41&c"), ("https://h/X?a=%&&b", "https://h/X?b"),
            ("https://h/X?a=b\\c&d", "https://h/X?d"), ("https://h/X?a=b\nc&d", "https://h/X?d"),
            ("https://h/X?a=\u{85}&d", "https://h/X?d"), ("https://h/X?a=1#%", "https://h/X?a=1"),
            ("https://h/X#?a=%", "https://h/X"), ("https://h/X?link=%zz", nil), ("https://h/X?%6cink=%zz", nil),
            ("https://h/X?oobCode=%", nil), ("https://h/%zz?a=%", nil), ("https://h/%zz", nil),
            ("https://h/X?d=1%", nil),
            ("https://u@h/X?a=%", nil), ("https://h/X?a=%&b ", nil),
        ] as [(String, String?)])
    func clickedLinks(text: String, expected: String?) throws {
        var arena = ByteArena()
        let range = arena.append(text)
        #expect(throws: WebAddressFault.self) { try WebAddress.parse(range, in: &arena) }
        var leavesOut = false
        let found = try? WebAddress.parse(link: range, leavesOut: &leavesOut, in: &arena)
        #expect(found.map { arena.string($0.text) } == expected)
        #expect(leavesOut == (expected != nil))
    }

    @Test("a fault of a parameter that routes names it")
    func namedFault() {
        var arena = ByteArena()
        let range = arena.append("https://h/?link=https://www.example.com/50%&utm_source=50%")
        var leavesOut = false
        #expect(throws: LinkFault(.percentSequence, parameter: .link)) {
            try WebAddress.parse(link: range, leavesOut: &leavesOut, in: &arena)
        }
    }

    @Test(
        "what people read and networks count never refuses a link",
        arguments: [
            ("sd=line1%0Aline2&st=a%0D%0Ab%09c", ["sd": "line1 line2", "st": "a b c"]),
            ("sd=%C2%85x&ct=%00%7F&gclid=a%1Fb", ["sd": " x", "ct": "  ", "gclid": "a b"]),
            ("utm_source=a&utm_source=b", ["utm_source": "a"]),
            ("utm_campaign=50%25&st=%FF&sd=caf%C3%A9", ["utm_campaign": "50%", "sd": "café"]),
            ("si=a%0Ab&pt=%E2%82&at=x", ["si": "a b", "at": "x"]),
            ("utm%5Fsource=x&%FF=1&fo%=1&a%0A=2&link=l", ["link": "l"]),
        ] as [(String, [String: String])])
    func texts(query: String, expected: [String: String]) throws {
        var arena = ByteArena()
        let range = arena.append(query)
        let parameters = try DynamicLinkParameters(query: range, in: &arena)
        var values: [String: String] = [:]
        for parameter in LinkParameter.allCases {
            if let value = parameters[parameter] { values[parameter.name.description] = arena.string(value) }
        }
        #expect(values == expected)
        #expect(parameters.hasCorrected == !query.contains("%5F"))
    }

    @Test("every parameter has a name that leads back to it, and no other name does")
    func names() {
        var names: Set<String> = []
        for parameter in LinkParameter.allCases {
            let name = parameter.name.description
            #expect(names.insert(name).inserted)
            #expect(LinkParameter.named(Array(name.utf8).span) == parameter)
            #expect(LinkParameter.named(Array(name.uppercased().utf8).span) == nil)
            #expect(LinkParameter.named(Array((name + "x").utf8).span) == nil)
            #expect(LinkParameter.named(Array(name.dropLast().utf8).span)?.name.description != name)
        }
        #expect(names.count == 29)
    }
}
