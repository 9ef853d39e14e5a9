import Browser
import BrowserServices
import BrowserValues
import SonicProtocol
import SystemLibraries

/// What waits to be fetched or drawn, and what is in progress.
struct FetchQueue<Order: Hashable> {
    private var orders: [Order] = []
    private var tasks: [Order: Task<Void, Never>] = [:]

    mutating func add(_ order: Order) { orders.append(order) }

    /// Starts as many as may run concurrently: three.
    mutating func start(_ task: (Order) -> Task<Void, Never>) {
        while tasks.count < 3, !orders.isEmpty {
            let order = orders.removeFirst()
            tasks[order] = task(order)
        }
    }

    /// Removes a completed order. Returns false if it was cancelled before.
    mutating func end(_ order: Order) -> Bool { tasks.removeValue(forKey: order) != nil }

    /// Cancels those in progress, and removes those that wait.
    /// - Returns: The cancelled tasks, which end soon.
    @discardableResult mutating func forget() -> [Task<Void, Never>] {
        let given = Array(tasks.values)
        for task in given { task.cancel() }
        (orders, tasks) = ([], [:])
        return given
    }
}

// The style sheets of the current page and the pictures near the screen, a few at a time.
extension BrowserLoop {
    func perform(_ effect: Effect.Resources) {
        switch effect {
        case .fetchStyle(let order):
            styles.add(order)
            fetchStyles()
        case .drawPicture(let order):
            pictures.add(order)
            drawPictures()
        }
    }

    private func fetchStyles() {
        let (fetcher, origin) = (world.styles, secretsOrigin)
        styles.start { order in
            let link = link(of: order.page)
            return Task {
                let bytes = await fetcher.fetch(order, listedIn: link, secretsOrigin: origin)
                guard !Task.isCancelled else { return }
                receive(.style(order, bytes))
            }
        }
    }

    /// Lays the page out with a style sheet that was received; without bytes, it could not be fetched.
    func handle(_ order: StyleOrder, _ bytes: [UInt8]?) {
        // The account may have been switched since.
        guard styles.end(order) else { return }
        handle(.resources(.styleFetched(order, bytes)))
        if bytes != nil { noteResource(order.url, of: order.page) }
        fetchStyles()
    }

    /// Cancels running and waiting fetches of style sheets and pictures.
    func forgetStyles() {
        pictures.forget()
        styles.forget()
    }

    /// Cancels all pictures, and returns once no program draws any more: none may outlive the browser.
    func stopPictures() async {
        for task in pictures.forget() { await task.value }
    }

    private func drawPictures() {
        let (styles, origin) = (world.styles, secretsOrigin)
        pictures.start { order in
            let link = link(of: order.page)
            return Task {
                let report = await Self.report(order, styles, link, origin)
                guard !Task.isCancelled else { return }
                _ = pictures.end(order)
                receive(.found(.resources(.pictureDrawn(order, report))))
                drawPictures()
            }
        }
    }

    private static func report(
        _ order: PictureOrder, _ fetcher: StyleFetcher, _ link: SonicLink?, _ origin: String?
    ) async -> PictureReport {
        let file: [UInt8]
        switch order.place {
        case .here(let bytes): file = bytes
        case .away(let reach, let mode):
            let wanted = StyleOrder(url: order.url, page: order.page, reach: reach, mode: mode)
            let bytes = await fetcher.fetch(wanted, as: .picture, listedIn: link, secretsOrigin: origin)
            guard let bytes else { return .failed }
            file = bytes
        }
        guard !Task.isCancelled, !file.isEmpty else { return .failed }
        let digest = Hashes.nettle.sha1(file)
        guard digest != order.known else { return .unchanged }
        switch await PictureDrawer().draw(file, in: order.size) {
        case .drawn(let picture, _): return .drawn(picture, of: digest)
        case let other: return other
        }
    }
}
