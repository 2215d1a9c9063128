namespace FuncLibs.Signals.Stateful;

/// <summary>Conditions as numbers: true is any number but zero; NaN is neither true nor false.</summary>
internal static class Condition
{
    public const double True = 1;
    public const double False = 0;

    public static bool IsTrue(double c) => c < 0 || c > 0;

    public static double Of(bool c) => c ? True : False;
}
