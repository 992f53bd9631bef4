import Devices

extension Workload {
    /// The clicks of the workload.
    ///
    /// - Parameter recorded: Clicks that replace the mix, repeated as needed, or `nil` to use the source.
    func clicks(_ count: Int, _ source: ClickSource, recorded: [Click]? = nil) -> [Click] {
        var source = source
        if self == .mix, let recorded { return (0..<count).map { recorded[$0 % recorded.count] } }
        return (0..<count).map { click($0, &source) }
    }

    /// The platform of randomly drawn agents, or `nil` for all.
    var platform: Platform? {
        switch self {
        case .shortAndroid: .android
        case .iPhoneRandom: .ios
        default: nil
        }
    }

    private func click(_ number: Int, _ source: inout ClickSource) -> Click {
        switch self {
        case .same: Click(target: ClickSource.longLink(to: 7), agent: Self.android)
        case .shortOne: Click(target: source.shortLink(), agent: Self.android)
        case .shortAndroid, .iPhoneRandom: Click(target: source.shortLink(), agent: source.agent())
        case .shortDesktop: Click(target: source.shortLink(), agent: Self.desktop)
        case .iPhoneOne: Click(target: source.firstShortLink, agent: Self.iPhone)
        case .mail: Click(target: source.mailLink(), agent: Self.android)
        case .unknown: Click(target: source.unknownCode(), agent: Self.android)
        case .longNew:
            Click(
                target: source.newLongLink(),
                agent: Self.android.replacing("130.0.0.0", with: "130.0.\(number % 9000).0"))
        case .mix: source.mixed()
        }
    }

    private static let android =
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36"
    private static let iPhone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 "
        + "Mobile/15E148 Safari/604.1"
    private static let desktop =
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36"
}
