namespace Launcher.Children;

/// <summary>Names of the programs: of their folders, their dlls, their logs.</summary>
public static class ProgramNames
{
    /// <summary>This program.</summary>
    public const string Launcher = "launcher";

    /// <summary>The rig.</summary>
    public const string Simulator = "simulator";

    /// <summary>The publisher.</summary>
    public const string Connector = "HardwareConnector";

    /// <summary>The consumer.</summary>
    public const string Monitor = "SignalMonitor";
}
