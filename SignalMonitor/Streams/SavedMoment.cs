using SignalMonitor.Alarms;
using SignalMonitor.Breaks;
using SignalMonitor.CalculatedChannels;

namespace SignalMonitor.Streams;

/// <summary>Everything that is saved of one connection, all of one position.</summary>
/// <param name="Streams">Positions and accounts.</param>
/// <param name="Variables">What variables remember.</param>
/// <param name="Alarms">Where alarms stand.</param>
/// <param name="Breaks">How break triggers stand.</param>
internal sealed record SavedMoment(
    SavedStream[] Streams, SavedVariables[] Variables, SavedAlarms[] Alarms, SavedBreaks[] Breaks);
