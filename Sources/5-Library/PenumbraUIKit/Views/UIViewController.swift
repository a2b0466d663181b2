import PenumbraCoreGraphics

/// An owner of a view, which it makes when the view is asked for. No screen shows the view.
open class UIViewController: UIResponder {
    private var loaded: UIView?
    open var title: String?
    open private(set) var children: [UIViewController] = []
    open private(set) weak var parent: UIViewController?

    public override init() { super.init() }

    /// Makes a controller. Archives of views aren't read.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }

    public required init?(coder: NSCoder) { super.init() }

    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loaded
        }
        set { loaded = newValue }
    }

    open var viewIfLoaded: UIView? { loaded }
    open var isViewLoaded: Bool { loaded != nil }

    open func loadViewIfNeeded() {
        guard loaded == nil else { return }
        loadView()
        if loaded == nil { loaded = UIView(frame: UIScreen.main.bounds) }
        viewDidLoad()
    }

    /// Makes the view.
    open func loadView() { loaded = UIView(frame: UIScreen.main.bounds) }
    open func viewDidLoad() {}

    // No screen shows a view, so the methods about that are called by a program alone.
    open func viewWillAppear(_ animated: Bool) {}
    open func viewDidAppear(_ animated: Bool) {}
    open func viewWillDisappear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}
    open func viewWillLayoutSubviews() {}
    open func viewDidLayoutSubviews() {}
    open func viewIsAppearing(_ animated: Bool) {}
    open func viewSafeAreaInsetsDidChange() {}
    /// Never called.
    open func didReceiveMemoryWarning() {}
    open func setNeedsStatusBarAppearanceUpdate() {}
    open var prefersStatusBarHidden: Bool { false }
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    open var shouldAutorotate: Bool { false }
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .portrait }
    /// No controller shows another one.
    open var presentedViewController: UIViewController? { nil }
    open var presentingViewController: UIViewController? { nil }

    open func addChild(_ childController: UIViewController) {
        childController.removeFromParent()
        children.append(childController)
        childController.parent = self
    }

    open func removeFromParent() {
        parent?.children.removeAll { $0 === self }
        parent = nil
    }

    open func willMove(toParent parent: UIViewController?) {}
    open func didMove(toParent parent: UIViewController?) {}
    open var traitCollection: UITraitCollection { loaded?.traitCollection ?? .current }
}

/// The looks of a status bar. There is none.
public enum UIStatusBarStyle: Int, Sendable {
    case `default`, lightContent
    case darkContent = 3
}

/// The ways to hold a device. There is none.
public struct UIInterfaceOrientationMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let portrait = UIInterfaceOrientationMask(rawValue: 1 << 1)
    public static let portraitUpsideDown = UIInterfaceOrientationMask(rawValue: 1 << 2)
    public static let landscapeRight = UIInterfaceOrientationMask(rawValue: 1 << 3)
    public static let landscapeLeft = UIInterfaceOrientationMask(rawValue: 1 << 4)
    public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
    public static let all: UIInterfaceOrientationMask = [.portrait, .landscape, .portraitUpsideDown]
    public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]
}

/// A delegate of transitions between screens. There are none, so nothing asks it.
public protocol UIViewControllerTransitioningDelegate: NSObjectProtocol {}
