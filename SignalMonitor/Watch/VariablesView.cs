using System.Collections.Immutable;
using System.Globalization;
using FuncLibs.Signals;
using FuncLibs.Signals.Cycles;
using FuncLibs.Signals.Expressions.Program;
using SignalMonitor.Alarms;
using SignalMonitor.CalculatedChannels;

namespace SignalMonitor.Watch;

/// <summary>The signal variables of a stream as a person is shown them.</summary>
/// <param name="Lines">What runs, in the order of the database.</param>
/// <param name="Alarms">Alarms that need an operator: active, returned or latched.</param>
internal sealed record VariablesView(ImmutableArray<VariableLine> Lines, ImmutableArray<AlarmSnapshot> Alarms)
{
    // Peaks read too low: /variables has by how much.
    private const string TooFew = " (few points per cycle)";

    /// <summary>The view of a plan at this moment.</summary>
    public static VariablesView From(VariablePlan plan, ImmutableArray<AlarmSnapshot> alarms)
    {
        VariableValues values = plan.Board.Read();
        ImmutableArray<VariableLine>.Builder lines = ImmutableArray.CreateBuilder<VariableLine>();
        for (int i = 0; i < plan.Variables.Length; i++)
        {
            RunningVariable variable = plan.Variables[i];
            if (variable.IsRunning && variable.Kind != SignalKind.Table)
            {
                bool tooFew = values.AdequacyOf(i).Verdict is RateVerdict.TooFew or RateVerdict.Coarse;
                string value = Text(values.Values[i], variable.Definition.DisplayDigits);
                string name = tooFew ? variable.Name + TooFew : variable.Name;
                lines.Add(new VariableLine(name, value, variable.Unit, values.Qualities[i], values.Missing[i]));
            }
        }

        return new VariablesView(
            lines.ToImmutable(),
            [.. alarms.Where(
                alarm => alarm.Status.State is AlarmState.Active or AlarmState.Returned or AlarmState.Latched)]);
    }

    private static string Text(double value, int digits) =>
        value.ToString("F" + digits.ToString(CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
}

/// <summary>One variable.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Value">Its newest value with the digits it is shown with.</param>
/// <param name="Unit">Its unit.</param>
/// <param name="Quality">Its quality.</param>
/// <param name="Reason">Why a result has no value; null when it has one, or is no result.</param>
internal readonly record struct VariableLine(string Name, string Value, string Unit, Quality Quality, string? Reason);
