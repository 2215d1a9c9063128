namespace Browser.Rigs;

/// <summary>The small rig and a page of its dashboard.</summary>
public sealed class SmallRigPage(ChromiumFixture browser) : SharedPage(browser)
{
    private protected override DashboardRig StartRig() => new();
}
