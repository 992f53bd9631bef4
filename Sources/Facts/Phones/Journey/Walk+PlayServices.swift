/// The intent of Dynamic Links: Google Play services receive the link and open the app themselves.
extension Walk {
    /// Returns `nil` for any other intent, or without Play services.
    func askPlayServices(_ url: String, _ intent: IntentLink) -> [Journey]? {
        guard intent.package == "com.google.android.gms", phone.stores.contains(.play) else { return nil }
        let next = noting(.playServices, at: url)
        guard let package = intent.data.queryValue("apn"), let payload = intent.data.queryValue("link"),
            let app = phone.androidApps.first(where: { $0.package == package }), isNewEnough(app, intent.data)
        else { return next.goToFallback(intent.fallback ?? "https://play.google.com/store/apps/details?id=") }
        if app.fits(payload) { return next.open(app, payload) }
        guard case .android(13...) = phone.system, app.targetsAndroid13 else { return next.open(app, payload) }
        return next.noting(.explicitIntentBlocked, .playServicesMain, at: payload).open(app, nil)
    }

    private func isNewEnough(_ app: AndroidApp, _ link: String) -> Bool {
        guard let wanted = link.queryValue("amv").flatMap({ Int($0) }), let version = Int(app.version) else {
            return true
        }
        return version >= wanted
    }
}
