import ByteText
import Links

/// What a link says of apps in vain.
extension Evaluator {
    func warnOfUnregistered(_ store: AppDefinition.Store, _ click: inout Click, in arena: borrowing ByteArena) {
        if store == .android {
            click.warnings.insert(.notInProjectAndroidPackageName)
        } else {
            click.warnings.insert(.notInProjectIOSBundleID)
        }
    }

    /// Parameters in the link without the app they are for, and what the site does not register, on any platform.
    func warnOfUnnecessary(_ click: inout Click, in arena: borrowing ByteArena) {
        let site = ruleSet.compiledSites[click.link.site]
        if let package = click.link.parameters.nonEmpty(.apn) {
            if site.app(.android, id: arena[package]) == nil { click.warnings.insert(.notInProjectAndroidPackageName) }
        } else {
            if click.link.parameters.nonEmpty(.amv) != nil {
                click.warnings.insert(.unnecessaryAndroidPackageMinVersion)
            }
            if click.link.parameters.nonEmpty(.al) != nil { click.warnings.insert(.unnecessaryAndroidLink) }
            if click.link.parameters.nonEmpty(.afl) != nil { click.warnings.insert(.unnecessaryAndroidFallbackLink) }
        }
        if let bundle = click.link.parameters.nonEmpty(.ibi), site.app(.ios, id: arena[bundle]) == nil {
            click.warnings.insert(.notInProjectIOSBundleID)
        }
        if let bundle = click.link.parameters.nonEmpty(.ipbi), site.app(.ios, id: arena[bundle]) == nil {
            click.warnings.insert(.notInProjectIPadBundleID)
        }
        if click.link.parameters.nonEmpty(.ibi) == nil, click.link.parameters.nonEmpty(.ipbi) == nil {
            if click.link.parameters.nonEmpty(.isi) != nil { click.warnings.insert(.unnecessaryIOSAppStoreID) }
            if click.link.parameters.nonEmpty(.ius) != nil { click.warnings.insert(.unnecessaryIOSURLScheme) }
        }
        if let debug = click.link.parameters[.d], !arena[debug].equals("1") { click.warnings.insert(.badDebugParam) }
    }
}
