import Browser
import BrowserServices
import BrowserValues
import SonicProtocol
import SystemLibraries

/// The pictures waiting to be drawn, and those in progress.
struct PictureQueue {
    /// The maximum number of pictures fetched and drawn concurrently.
    private static let atATime = 3

    private var orders: [PictureOrder] = []
    private var tasks: [PictureOrder: Task<Void, Never>] = [:]

    /// Appends a picture.
    mutating func add(_ order: PictureOrder) { orders.append(order) }

    /// Starts as many as the limit allows.
    mutating func start(_ task: (PictureOrder) -> Task<Void, Never>) {
        while tasks.count < Self.atATime, !orders.isEmpty {
            let order = orders.removeFirst()
            tasks[order] = task(order)
        }
    }

    /// Removes a completed picture.
    mutating func end(_ order: PictureOrder) { tasks[order] = nil }

    /// Cancels the pictures in progress, and removes those that wait.
    /// - Returns: The cancelled tasks, which end soon.
    @discardableResult mutating func forget() -> [Task<Void, Never>] {
        let given = Array(tasks.values)
        for task in given { task.cancel() }
        (orders, tasks) = ([], [:])
        return given
    }
}

// The pictures near the screen, a few at a time.
extension BrowserLoop {
    func draw(_ order: PictureOrder) {
        pictures.add(order)
        drawPictures()
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
                pictures.end(order)
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
