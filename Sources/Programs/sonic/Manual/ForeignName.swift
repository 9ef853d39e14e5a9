import ProgramArguments
import SonicProtocol

/// What something is called where people come from (VasSonic, Apple's platforms, what is built on those), and what it is
/// here: for who looks for it by that name. docs/reference/vassonic.md has all of them.
enum ForeignName {
    /// The section of the manual page.
    static var parts: [ManualPage.Part] {
        [
            .words(
                "VasSonic, Apple's platforms and what is built on those call some things by other names; "
                    + "docs/reference/vassonic.md has a row for each class, setting, header and callback.")
        ]
            + names.map { .term($0.name, $0.here) } + RequestCachePolicy.allCases.map(policy)
    }

    private static let names: [(name: String, here: String)] = [
        (
            "AlamofireURLCache",
            "cache(maxAge:) is the setting max-age, its ignoreServer the setting ignore-server; refreshCache is the key R "
                + "and --force; clearCache is sonic cache remove; what autoClearCache forgets, a response that is not what "
                + "its type says, is never kept."
        ),
        (
            "currentUserUniq, currentUserAccount",
            "The account, which is a part of each page's id: --account, the setting account, the key u."
        ),
        (
            "IP direct connection (getHostDirectAddress, serverIP)",
            "--resolve, --hosts and the settings hosts and host-lists: another address is connected to; Host, the name of "
                + "TLS, cookies and cache stay those of the host."
        ),
        (
            "WebView pool",
            "There is no web view to be made ready. Pages are loaded ahead: the key P and the setting preload."
        ),
        (
            "no-Chunked",
            "A request header by which a client asks for a response in one piece. It is not sent, since chunks are read "
                + "as they arrive; -H 'no-Chunked: true' sends it."
        ),
        (
            "cacheOfflineDisableTime, SONIC_UNAVAILABLE_TIME",
            "The setting sonic-off: for how long cache-offline: http turns Sonic off, six hours."
        ),
        (
            "cacheMaxDirectorySize, SONIC_CACHE_MAX_SIZE",
            "The settings cache-size and cache-pages; sonic cache usage shows what is used of them."
        ),
        (
            "resourcCacheMaxDirectorySize, SONIC_RESOURCE_CACHE_MAX_SIZE",
            "The setting resource-size; sonic cache usage shows what is used of it."
        ),
        ("maxMemroyCacheItemCount", "The settings memory-pages and memory-size."),
        ("maxUnStrictModeCacheSeconds, SONIC_CACHE_MAX_AGE", "The setting fresh-pages."),
    ]

    private static func policy(_ policy: RequestCachePolicy) -> ManualPage.Part {
        .term(
            policy.rawValue,
            "--cache-policy of get and dump, cache of sonic engine; as a mode of Fetch: \(CacheMode(policy).rawValue)."
        )
    }
}
