import ByteText
import Links

/// Warnings about a link's app parameters that have no effect.
extension Evaluator {
    func warnOfUnregistered(_ store: AppDefinition.Store, _ click: inout EvaluatedClick, in arena: borrowing ByteArena)
    {
        if store == .android {
            click.warnings.insert(.notInProjectAndroidPackageName)
        } else {
            click.warnings.insert(.notInProjectIOSBundleID)
        }
    }

    /// Finds the apps that the link names. Warns about parameters without the app they belong to, and about apps that
    /// the site does not register, for any platform.
    func readApps(_ link: inout LinkReading, in arena: borrowing ByteArena) {
        if let package = link.parameters.nonEmpty(.apn) {
            link.apps.android = withSite(link.site) { $0.app(.android, id: arena[package]) }
            if link.apps.android == nil { link.warnings.insert(.notInProjectAndroidPackageName) }
        } else {
            if link.parameters.nonEmpty(.amv) != nil { link.warnings.insert(.unnecessaryAndroidPackageMinVersion) }
            if link.parameters.nonEmpty(.al) != nil { link.warnings.insert(.unnecessaryAndroidLink) }
            if link.parameters.nonEmpty(.afl) != nil { link.warnings.insert(.unnecessaryAndroidFallbackLink) }
        }
        let (phone, tablet) = (link.parameters.nonEmpty(.ibi), link.parameters.nonEmpty(.ipbi))
        if let phone {
            link.apps.phone = withSite(link.site) { $0.app(.ios, id: arena[phone]) }
            if link.apps.phone == nil { link.warnings.insert(.notInProjectIOSBundleID) }
        }
        if let tablet {
            link.apps.tablet = withSite(link.site) { $0.app(.ios, id: arena[tablet]) }
            if link.apps.tablet == nil { link.warnings.insert(.notInProjectIPadBundleID) }
        }
        if phone == nil, tablet == nil {
            if link.parameters.nonEmpty(.isi) != nil { link.warnings.insert(.unnecessaryIOSAppStoreID) }
            if link.parameters.nonEmpty(.ius) != nil { link.warnings.insert(.unnecessaryIOSURLScheme) }
        }
        if let debug = link.parameters[.d], !arena[debug].equals("1") { link.warnings.insert(.badDebugParam) }
    }
}
