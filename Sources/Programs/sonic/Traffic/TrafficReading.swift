import Browser
import Diagnostics
import SonicProtocol
import SonicSession

/// The traffic of a file or a server that is being read for the browser, while the screen goes on.
@MainActor struct TrafficReading {
    private var task: Task<Void, Never>?

    /// Does what the model wants.
    mutating func perform(_ effect: TrafficEffect, for loop: BrowserLoop) {
        switch effect {
        case .read(let source, let number):
            stop()
            let world = loop.world
            let mailbox = loop.mailbox
            let account = world.account
            task = Task {
                await TrafficFeed.read(source, world) { report in
                    await mailbox.putInTurn(.foundOf(account: account, .traffic(report(number))))
                    return !Task.isCancelled
                }
            }
        case .stop: stop()
        case .order(let order, let url, let number):
            let world = loop.world
            loop.run {
                let refusal = await TrafficFeed.refusal(of: order, at: url, world)
                loop.receive(.found(.traffic(.ordered(order, refusal: refusal, number: number))))
            }
        case .judge(let order):
            loop.run { loop.receive(.found(.traffic(await TrafficFeed.judged(order)))) }
        }
    }

    /// Reads no further.
    mutating func stop() {
        task?.cancel()
        task = nil
    }
}
