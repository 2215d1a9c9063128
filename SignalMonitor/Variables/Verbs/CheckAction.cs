using FuncLibs.Hosting;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Verbs;

/// <summary>`signals check`: judges what is in the database, the disabled too.</summary>
internal static class CheckAction
{
    /// <summary>Does it.</summary>
    public static int Run(VerbSession session)
    {
        if (!session.Repository.Load(session.Station).Has(out VariableSet? set, out DatabaseFault? fault))
            return session.Fail(fault.Text);
        int broken = session.Fail(set.Broken);
        int refused = session.Fail(session.Check.Check(set));
        if (broken != ExitCodes.Ok || refused != ExitCodes.Ok)
            return ExitCodes.CannotStart;
        session.Output.WriteLine($"{set.Station}: {set.Variables.Length} variables, {set.Limits.Length} limits ok");
        return ExitCodes.Ok;
    }
}
