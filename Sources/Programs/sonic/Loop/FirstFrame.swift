import Browser
import SonicProtocol
import SonicSession

/// Lets what can wait do so until something is on the screen: two processors are soon busy, and libcurl alone
/// takes as long to load as a page takes to be painted.
@MainActor final class FirstFrame {
    private enum State {
        /// Nothing was drawn; these wait for it.
        case awaited([CheckedContinuation<Void, Never>])
        /// A frame was drawn, or none ever will be.
        case drawn
    }

    private var state = State.awaited([])

    /// Returns once a frame has been drawn.
    func drawn() async {
        guard case .awaited(let others) = state else { return }
        await withCheckedContinuation { state = .awaited(others + [$0]) }
    }

    /// A frame was drawn, or the program is about to end.
    func resumeWaiting() {
        guard case .awaited(let waiting) = state else { return }
        state = .drawn
        for continuation in waiting { continuation.resume() }
    }
}

/// The session of the page that the program was started with, begun before there is a screen to show it on.
struct FirstSession {
    let url: WebURL
    let mode: SessionMode
    let session: Task<Session, Never>
    /// When it began.
    let start: Duration

    init(_ world: World, _ url: WebURL, _ mode: SessionMode) {
        self.url = url
        self.mode = mode
        start = World.uptime()
        // Detached, since the main actor is busy with the terminal.
        session = Task.detached {
            var order = world.order(url, mode: mode)
            order.files = .handedOver
            return await world.open(order)
        }
    }

    /// Whether it is the session that this opening asks for.
    func serves(_ opening: Opening) -> Bool {
        opening.url == url && opening.from == nil && opening.method == .get && opening.mode == mode
            && opening.credentials == nil
    }
}
