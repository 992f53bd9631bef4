import ByteText
import Devices
import Links
import WebAddress

/// `store_install`: the page of the app in the device's store.
extension Evaluator {
    func install(
        _ rule: Installation, _ click: inout EvaluatedClick, _ request: borrowing ClickRequest,
        in arena: inout ByteArena
    ) throws(LinkFault) -> Destination {
        if request.isUnlocked { return try withoutStore(&click, request, in: &arena) }
        guard let app = app(named: rule.app, least: rule.minimum, &click, request, in: &arena),
            let index = app.registered
        else {
            click.warnings.insert(.noAppForPlatform)
            return try destination(of: fallback(for: &click), &click, request, in: &arena)
        }
        let page = withApp(index, of: click.link.site) { storePage(of: $0, app, rule, &click, in: &arena) }
        guard let page else {
            click.warnings.insert(.noStoreForDevice)
            return try withoutStore(&click, request, in: &arena)
        }
        return Destination(kind: .storeInstall, target: page, app: describe(app, on: click.device.platform))
    }

    /// The destination if no store page can or may be opened: the link's own fallback page, or else the web.
    private func withoutStore(
        _ click: inout EvaluatedClick, _ request: borrowing ClickRequest, in arena: inout ByteArena
    ) throws(LinkFault) -> Destination {
        if click.device.platform == .android, let other = click.link.destination(.afl) {
            return Destination(kind: .continueRedirect, target: other.text)
        }
        return try destination(of: fallback(for: &click), &click, request, in: &arena)
    }

    /// The address of the app's page in a store of the device; `nil` if no such store offers the app.
    private func storePage(
        of known: CompiledApp, _ app: AppReading, _ rule: Installation, _ click: inout EvaluatedClick,
        in arena: inout ByteArena
    ) -> TextRange? {
        switch (known.store, click.device.store) {
        case (.ios, _):
            let id = app.appStoreID ?? known.definition.appStoreID.map { arena.append($0) }
            return id.map { AppStoreURL.append(id: $0, campaign: click.link.parameters, to: &arena) }
        case (.harmony, _):
            return AppGalleryURL.append(bundle: known.idBytes, to: &arena)
        case (.android, .amazon):
            return known.definition.stores.amazon.map { AmazonStoreURL.append(package: $0, to: &arena) }
        case (.android, .huawei):
            return known.definition.stores.huawei.map { AppGalleryURL.append(id: $0, to: &arena) }
        case (.android, .none):
            return nil
        case (.android, .play), (.android, .appStore), (.android, .unknown):
            return playPage(of: known, app, rule, &click, in: &arena)
        }
    }

    private func playPage(
        of known: CompiledApp, _ app: AppReading, _ rule: Installation, _ click: inout EvaluatedClick,
        in arena: inout ByteArena
    ) -> TextRange {
        if click.omitsAddresses { return .empty }
        let opened = continuation(&click)
        let isSecret = holdsSecret(opened, site: click.link.site, in: &arena)
        let stated = click.link.action != nil && (rule.referrer?.holdsAddress ?? false) ? nil : rule.referrer
        let value = stated.map { text(of: $0, in: &arena) }
        let referrer = value.flatMap { Masking.hidesAnything(in: $0, of: arena) ? nil : $0 }
        return PlayStoreURL.append(
            package: known.idBytes, payload: isSecret ? nil : opened.text, minimumVersion: app.minimum,
            referrer: referrer, campaign: click.link.parameters,
            passed: Masking.hidesAnything(in: click.link.passed, of: arena) ? .empty : click.link.passed, to: &arena)
    }
}

extension Template {
    /// Whether the text contains an address of the click, which may carry a code.
    fileprivate var holdsAddress: Bool {
        segments.contains { segment in
            guard case .fact(let name) = segment else { return false }
            return name.isURL || name == .requestReferer
        }
    }
}
