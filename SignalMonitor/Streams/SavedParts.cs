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

    /// <summary>State of the variables.</summary>
    public VariablesPart Variables { get; } = new();

    /// <summary>State of alarms.</summary>
    public AlarmPart Alarms { get; } = new();

    /// <summary>State of break triggers.</summary>
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
/// <param name="Variables">State of the variables.</param>
/// <param name="Alarms">State of alarms.</param>
/// <param name="Breaks">State of break triggers.</param>
internal sealed record SavedMoment(
    SavedStream[] Streams, SavedVariables[] Variables, SavedAlarms[] Alarms, SavedBreaks[] Breaks);
