import Clicks
import Outcomes
import Phones
import Routing
import RuleLint
import Rules
import TestSupport
import Testing

/// People come back to a page after the store, reload it, or share its address, also days later and after a restart of the
/// daemon.
@Suite("Pages visited again on every phone")
struct RevisitedPageTests {
    /// The phones of the people who open a page, with their browser.
    private static let phones = [
        Phone(.ios(18), .safari), Phone(.ios(18), .instagram), Phone(.ipados(18), .safari),
        Phone(.android(14), .chrome),
        Phone(.android(14), .firefoxAsk), Phone(.android(14), .instagram), Phone(.android(14), .line),
        Phone(.desktop, .chrome),
    ]
    private static let start: Int64 = 1_790_000_000

    @Test(
        "the page of a link without a code leads on, for the same person and for others", arguments: Sites.all.map(\.0))
    func alive(_ name: String) throws {
        let site = try #require(Sites.all.first { $0.0 == name }?.1)
        let (loaded, ruleSet) = try Sites.load(site)
        var pages = 0
        for sample in try loaded.sites.flatMap({ try SampleLinks($0, in: ruleSet).samples })
        where !sample.link.contains("oobCode") {
            for phone in Self.phones {
                let front = try FrontInMemory(ruleSet, now: Self.start)
                for page in Self.pages(phone.follow(sample.link, tapped: .typed, through: FrontWeb(front))) {
                    pages += 1
                    for visit in PageVisit.allCases {
                        // Another process, which has other keys.
                        let later = try FrontInMemory(ruleSet, now: Self.start + visit.delay)
                        let visitors = visit == .shared ? Self.phones : [phone]
                        for visitor in visitors {
                            let journeys = visitor.follow(page, tapped: visit.tap, through: FrontWeb(later))
                            let faults = journeys.filter { Self.isFault($0.ending.accepted) }
                            #expect(faults.isEmpty, "\(sample.link) \(phone.surface) \(visit) \(page): \(faults)")
                        }
                    }
                }
            }
        }
        #expect(pages > 0)
    }

    private static func pages(_ journeys: [Journey]) -> Set<String> {
        Set(journeys.flatMap(\.detours).compactMap { if case .page(let address) = $0 { address } else { nil } })
    }

    private static func isFault(_ ending: Ending) -> Bool {
        guard case .deadEnd(let deadEnd) = ending else { return false }
        return switch deadEnd {
        case .errorPage, .pageWithoutWay, .loop: true
        default: false
        }
    }
}
