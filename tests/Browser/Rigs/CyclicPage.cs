namespace Browser.Rigs;

/// <summary>
/// A fatigue test of 20 cycles a second whose cycles are counted and classed, and a page of its dashboard.
/// </summary>
public sealed class CyclicPage(ChromiumFixture browser) : SharedPage(browser)
{
    public const string Classes = "classes";
    public const string Count = "closed";

    private const string Definitions = $$"""
        {"format":"telemetry-variables/1","station":"lab/rig1","variables":[
          {"name":"{{Classes}}","expression":"rainflow(servo1.force)"},
          {"name":"{{Count}}","expression":"cyclecount(servo1.force)"}]}
        """;

    private protected override DashboardRig StartRig() =>
        new(["--Source:Type", "simulator", "--Source:Preset", "hcf-force-20hz", "--Source:Seed", "1"], Definitions);
}
