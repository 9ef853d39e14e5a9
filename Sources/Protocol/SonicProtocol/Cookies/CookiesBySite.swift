/// The cookies of a jar, grouped by site, so that inserting costs time in the size of its own site only.
struct CookiesBySite: Sendable {
    /// A cookie with a serial number, which orders cookies with the same creation time.
    private struct Entry: Sendable {
        let cookie: Cookie
        let serial: Int

        func isBefore(_ other: Entry) -> Bool {
            (cookie.created, serial) < (other.cookie.created, other.serial)
        }
    }

    /// The cookies of each site, from oldest to newest. As long as there are too few for any site to exceed its limit,
    /// all are in one list, so that no site needs to be computed.
    private var lists: [String: [Entry]] = [:]
    /// The sites by number of cookies; nil while all are in one list.
    private var ranks: SiteRanks?
    /// The sites of the domains computed so far.
    private var sites: [String: String] = [:]
    /// The number of cookies.
    private var count = 0
    /// The serial number of the newest entry.
    private var serial = 0
    /// The earliest expiry time; nil for none.
    private var soonestEnd: Instant?
    private let suffixes: PublicSuffixes

    /// Creates the groups, without the cookies that exceed the limits of a site or in total. Cookies with the same
    /// creation time stay in the order of the list.
    init(_ cookies: [Cookie], suffixes: PublicSuffixes) {
        self.suffixes = suffixes
        let ordered = cookies.enumerated().sorted {
            ($0.element.created, $0.offset) < ($1.element.created, $1.offset)
        }
        put(ordered.map { Entry(cookie: $0.element, serial: $0.offset) })
        serial = cookies.count
        for site in lists.keys { trim(site, sparing: nil) }
        makeRoom(sparing: nil)
    }

    /// Every cookie, in order of creation.
    var cookies: [Cookie] { lists.values.joined().sorted { $0.isBefore($1) }.map(\.cookie) }

    /// Returns the cookies that may concern the host of a URL, in order of creation.
    func cookies(around url: WebURL) -> [Cookie] {
        guard ranks != nil else { return lists.values.joined().map(\.cookie) }
        let near = lists.filter { Cookie.host(of: url, isIn: $0.key) }.values
        return near.count == 1
            ? near.first!.map(\.cookie) : near.joined().sorted { $0.isBefore($1) }.map(\.cookie)
    }

    /// Returns the cookies of a domain's site, and perhaps others.
    mutating func cookies(near domain: String) -> [Cookie] { lists[site(of: domain)]?.map(\.cookie) ?? [] }

    /// Inserts a cookie after those with the same creation time, and evicts others if necessary.
    mutating func insert(_ cookie: Cookie) {
        serial += 1
        let (entry, site) = (Entry(cookie: cookie, serial: serial), site(of: cookie.domain))
        let list = lists[site] ?? []
        let place = list.lastIndex { $0.cookie.created <= cookie.created }.map { $0 + 1 } ?? 0
        lists[site, default: []].insert(entry, at: place)
        count += 1
        note(cookie.expires)
        guard count > CookieJar.siteLimit else { return }
        if ranks == nil { put(lists.values.joined().sorted { $0.isBefore($1) }) } else { rank(site) }
        let own = self.site(of: cookie.domain)
        trim(own, sparing: serial)
        makeRoom(sparing: (own, serial))
        // Cleared now and then, so that sites of old domains do not accumulate.
        if sites.count > 2 * CookieJar.limit { sites = [:] }
    }

    /// Removes and returns the cookie that another replaces; nil if there is none.
    mutating func remove(replacedBy cookie: Cookie) -> Cookie? {
        let site = site(of: cookie.domain)
        guard let place = lists[site]?.firstIndex(where: { $0.cookie.isReplaced(by: cookie) }) else {
            return nil
        }
        return remove(place, of: site)
    }

    /// Removes expired cookies. Constant time if none can have expired.
    mutating func removeExpired(_ now: Instant) {
        guard let soonestEnd, soonestEnd <= now else { return }
        put(lists.values.joined().filter { !$0.cookie.isExpired(now) }.sorted { $0.isBefore($1) })
    }

    /// Replaces all lists with these entries, in their order.
    private mutating func put(_ entries: [Entry]) {
        lists = [:]
        count = entries.count
        soonestEnd = nil
        ranks = count > CookieJar.siteLimit ? SiteRanks() : nil
        for entry in entries {
            lists[site(of: entry.cookie.domain), default: []].append(entry)
            note(entry.cookie.expires)
        }
        for site in lists.keys { rank(site) }
    }

    private mutating func note(_ end: Instant?) {
        if let end { soonestEnd = min(soonestEnd ?? end, end) }
    }

    private mutating func site(of domain: String) -> String {
        guard ranks != nil else { return "" }
        if let known = sites[domain] { return known }
        let site = suffixes.site(of: domain)
        sites[domain] = site
        return site
    }

    private mutating func rank(_ site: String) {
        guard ranks != nil, let list = lists[site], let oldest = list.first else { return }
        ranks?.note(
            SiteRanks.Rank(
                size: list.count, created: oldest.cookie.created, serial: oldest.serial, site: site))
        if let ranks, ranks.count > 2 * lists.count + CookieJar.siteLimit {
            self.ranks = SiteRanks()
            for site in lists.keys { rank(site) }
        }
    }

    @discardableResult private mutating func remove(_ place: Int, of site: String) -> Cookie? {
        let removed = lists[site]?.remove(at: place).cookie
        count -= 1
        if lists[site]?.isEmpty ?? false { lists[site] = nil }
        rank(site)
        return removed
    }

    // MARK: Room

    /// Removes the cookies of a site above its limit.
    private mutating func trim(_ site: String, sparing serial: Int?) {
        guard ranks != nil else { return }
        while let list = lists[site], list.count > CookieJar.siteLimit,
            let place = Self.dispensable(list, sparing: serial)
        { remove(place, of: site) }
    }

    /// Removes the cookies above the total limit from the sites that have the most. Of several such sites, the site of
    /// the spared cookie is chosen, otherwise the one with the oldest cookie.
    private mutating func makeRoom(sparing newest: (site: String, serial: Int)?) {
        while count > CookieJar.limit, var crowded = most() {
            if let newest, let own = lists[newest.site]?.count, own == crowded.size {
                if own > 1 {
                    crowded.site = newest.site
                } else if crowded.site == newest.site {
                    // Every site has one cookie, and this site's has just been inserted.
                    ranks?.removeFirst()
                    guard let next = most() else { return }
                    rank(newest.site)
                    crowded = next
                }
            }
            guard let list = lists[crowded.site],
                let place = Self.dispensable(list, sparing: newest?.serial)
            else { return }
            remove(place, of: crowded.site)
        }
    }

    /// Returns the site with the most cookies; of several, the one with the oldest cookie.
    private mutating func most() -> SiteRanks.Rank? {
        while let rank = ranks?.first {
            if let list = lists[rank.site], list.count == rank.size, list.first?.serial == rank.serial {
                return rank
            }
            ranks?.removeFirst()
        }
        return nil
    }

    /// Returns the index of the cookie to evict: the oldest that is not Secure, otherwise the oldest.
    private static func dispensable(_ list: [Entry], sparing serial: Int?) -> Int? {
        let others = list.indices.lazy.filter { list[$0].serial != serial }
        return others.first { !list[$0].cookie.demands.contains(.secure) } ?? others.first
    }
}

/// A heap of sites in the order in which they evict cookies. An outdated entry of a site stays in it until it becomes
/// the first; the caller detects then that it is stale and removes it.
struct SiteRanks: Sendable {
    /// The number of cookies of a site, and its oldest cookie.
    struct Rank: Sendable {
        let size: Int
        let created: Instant
        let serial: Int
        var site: String

        fileprivate func isBefore(_ other: Rank) -> Bool {
            size != other.size ? size > other.size : (created, serial) < (other.created, other.serial)
        }
    }

    private var heap: [Rank] = []

    /// The number of entries, including stale ones.
    var count: Int { heap.count }

    /// The entry with the most cookies.
    var first: Rank? { heap.first }

    /// Inserts the current rank of a site. Logarithmic.
    mutating func note(_ rank: Rank) {
        heap.append(rank)
        var place = heap.count - 1
        while place > 0, rank.isBefore(heap[(place - 1) / 2]) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Removes the first entry. Logarithmic.
    mutating func removeFirst() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        heap[0] = last
        var place = 0
        while let child = [2 * place + 1, 2 * place + 2].filter({ $0 < heap.count })
            .min(by: { heap[$0].isBefore(heap[$1]) }), heap[child].isBefore(last)
        {
            heap.swapAt(place, child)
            place = child
        }
    }
}
