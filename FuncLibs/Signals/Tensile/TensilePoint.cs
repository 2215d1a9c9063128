using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Tensile;

/// <summary>A sample of a tensile test.</summary>
/// <param name="Index">Index among all points of its channel.</param>
/// <param name="Strain">Engineering strain, a ratio.</param>
/// <param name="Stress">Engineering stress, MPa.</param>
/// <param name="Energy">Energy taken up until here, MJ/m3.</param>
internal readonly record struct TensilePoint(long Index, double Strain, double Stress, double Energy)
{
    /// <summary>Bytes that it has, in memory and saved.</summary>
    public const int Bytes = 4 * sizeof(double);

    public void Save(StateWriter target)
    {
        target.Add(Index);
        target.Add(Strain);
        target.Add(Stress);
        target.Add(Energy);
    }

    public static bool TryLoad(ref StateReader source, out TensilePoint point)
    {
        point = default;
        if (!source.TryTake(out long index) || !source.TryTake(out double strain)
            || !source.TryTake(out double stress) || !source.TryTake(out double energy))
            return false;
        point = new TensilePoint(index, strain, stress, energy);
        return true;
    }
}
