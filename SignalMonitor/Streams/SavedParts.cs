using SignalMonitor.Alarms;
using SignalMonitor.Breaks;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Saving;

namespace SignalMonitor.Streams;

/// <summary>The parts of the saved position.</summary>
internal sealed class SavedParts
{
    /// <summary>Positions and accounts.</summary>
    public AccountPart Account { get; } = new();

    /// <summary>What variables remember.</summary>
    public VariablesPart Variables { get; } = new();

    /// <summary>Where alarms stand.</summary>
    public AlarmPart Alarms { get; } = new();

    /// <summary>How break triggers stand.</summary>
    public BreakPart Breaks { get; } = new();

    /// <summary>All of them.</summary>
    public IReadOnlyList<ISavedPart> All => [Account, Variables, Alarms, Breaks];

    /// <summary>Saver: the newest mark of a connection.</summary>
    public void Put(string connection, SavedMoment moment)
    {
        Account.Put(connection, moment.Streams);
        Array.ForEach(moment.Variables, Variables.Put);
        Array.ForEach(moment.Alarms, Alarms.Put);
        Array.ForEach(moment.Breaks, Breaks.Put);
    }
}

/// <summary>Everything that is saved of one connection, all of one position.</summary>
/// <param name="Streams">Positions and accounts.</param>
/// <param name="Variables">What variables remember.</param>
/// <param name="Alarms">Where alarms stand.</param>
/// <param name="Breaks">How break triggers stand.</param>
internal sealed record SavedMoment(
    SavedStream[] Streams, SavedVariables[] Variables, SavedAlarms[] Alarms, SavedBreaks[] Breaks);
