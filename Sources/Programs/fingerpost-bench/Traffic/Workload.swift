import ArgumentParser

/// A kind of traffic, from a single repeated click to the daily traffic of a link domain.
enum Workload: String, CaseIterable, ExpressibleByArgument {
    case same
    case shortOne = "short-one"
    case shortAndroid = "short-android"
    case shortDesktop = "short-desktop"
    case iPhoneOne = "iphone-one"
    case iPhoneRandom = "iphone-random"
    case mail
    case unknown
    case longNew = "long-new"
    case mix

    /// The description in results.
    var title: String {
        switch self {
        case .same: "one long link, one Android agent, again and again"
        case .shortOne: "short links at random, one Android agent"
        case .shortAndroid: "short links at random, Android agents at random"
        case .shortDesktop: "short links at random, one desktop agent"
        case .iPhoneOne: "iPhone page, one link, one agent"
        case .iPhoneRandom: "iPhone page, links and agents at random"
        case .mail: "mail links, all different"
        case .unknown: "unknown codes, all different"
        case .longNew: "long links, all new"
        case .mix: "the mix"
        }
    }

    /// The number of clicks to generate. `LinkMemory` detects repeats among about thirty thousand links: workloads of
    /// new links repeat only long after that.
    var clickCount: Int {
        switch self {
        case .mail, .unknown, .longNew: 240_000
        case .same, .shortOne, .shortAndroid, .shortDesktop, .iPhoneOne, .iPhoneRandom, .mix: 60_000
        }
    }
}
