using Simulator.Specimens;

namespace Simulator.Plant.Hydraulics;

/// <summary>
/// Valve, oil, piston, specimen and crosshead. The oil between valve and piston is a damped spring whose one end the flow moves; the
/// specimen pulls at the piston and at the crosshead, which hangs on the columns. Stepped semi-implicitly (speeds first, then places), in
/// as many steps a tick as its fastest mode needs. Friction is solved for the new speed, so it cannot ring.
/// </summary>
/// <remarks>SI units; pulling is positive.</remarks>
public sealed class Machine
{
    // Speed at which the friction has half its size, m/s.
    private const double FrictionSpeed = 1e-3;
    private const double StopStiffness = 2e8;
    private const double StopDamping = 5e4;
    private const double PressureFallSeconds = 0.03;

    // An emergency stop joins both chambers: m/s per N.
    private const double OpenBypass = 2.5e-7;
    private readonly MachineConstants _machine;
    private readonly ServoValve _valve;
    private readonly int _steps;
    private readonly double _step;
    private readonly double _inverseMass;
    private readonly double _inverseFrameMass;
    private readonly double _inverseSupply;
    private readonly double _friction;
    private readonly double _viscous;
    private readonly double _stroke;
    private readonly double _fall;
    private double _wanted;
    private double _supply;
    private double _leak;

    /// <summary>A machine at rest in the middle of its stroke, without load.</summary>
    /// <param name="plant">A preset without faults.</param>
    /// <param name="specimen">Preset of the specimen.</param>
    /// <param name="loopHz">Ticks a second.</param>
    public Machine(PlantPreset plant, SpecimenPreset specimen, double loopHz)
    {
        _machine = new MachineConstants(plant, specimen);
        _steps = _machine.StepsOf(plant, loopHz);
        _step = 1 / (loopHz * _steps);
        _valve = new ServoValve(plant, _step);
        Specimen = new Specimen(specimen, _machine.GripStiffness, _step);
        _inverseMass = 1 / plant.MassKg;
        _inverseFrameMass = 1 / plant.FrameMassKg;
        _inverseSupply = 1 / _machine.Supply;
        _friction = plant.FrictionN;
        _viscous = plant.ViscousNsPerM;
        _stroke = plant.StrokeMm * 1e-3;
        _fall = _step / PressureFallSeconds;
        _wanted = _supply = _machine.Supply;
        _leak = _machine.Leak;
    }

    /// <summary>The specimen.</summary>
    public Specimen Specimen { get; }

    /// <summary>Place of the piston, m.</summary>
    public double Place { get; private set; }

    /// <summary>Speed of the piston, m/s.</summary>
    public double PistonSpeed { get; private set; }

    /// <summary>Acceleration of the piston over the last step, m/s2.</summary>
    public double Acceleration { get; private set; }

    /// <summary>Place of the crosshead, m.</summary>
    public double FramePlace { get; private set; }

    /// <summary>Speed of the crosshead, m/s.</summary>
    public double FrameSpeed { get; private set; }

    /// <summary>Flow into the oil column over the piston area, m/s: the place where a piston on stiff oil would move to.</summary>
    public double FlowSpeed { get; private set; }

    /// <summary>Oil volume that has come in, over the piston area, m.</summary>
    public double FlowPlace { get; private set; }

    /// <summary>Force of the oil on the piston, N.</summary>
    public double OilForce { get; private set; }

    /// <summary>Force of the seals and of the stops on the piston, against its motion, N.</summary>
    public double FrictionForce { get; private set; }

    /// <summary>Place of the spool, -1 to 1.</summary>
    public double Spool => _valve.Spool;

    /// <summary>Pressure of the pulling chamber, Pa.</summary>
    public double Pressure => Math.Clamp((_supply + (OilForce / _machine.Area)) / 2, 0, Math.Max(_supply, _machine.Supply));

    /// <summary>The constants.</summary>
    public MachineConstants Constants => _machine;

    /// <summary>Puts the supply on, or takes it off and joins the chambers.</summary>
    public void SetPressure(bool isOn)
    {
        _wanted = isOn ? _machine.Supply : 0;
        _leak = isOn ? _machine.Leak : OpenBypass;
    }

    /// <summary>Goes one tick on.</summary>
    /// <param name="drive">Drive of the valve, -1 to 1.</param>
    public void Step(double drive)
    {
        for (int i = 0; i < _steps; i++)
        {
            _valve.Step(drive);
            _supply += (_wanted - _supply) * _fall;
            Flow();
            Move();
        }
    }

    // Flow through a sharp edge ~ opening x sqrt(pressure drop); a load above the supply pushes the oil back.
    private void Flow()
    {
        double opening = _valve.Opening;
        double load = OilForce / _machine.Area;
        double drop = (_supply - (opening < 0 ? -load : load)) * _inverseSupply;
        double root = drop < 0 ? -Math.Sqrt(-drop) : Math.Sqrt(drop);
        FlowSpeed = (_machine.Speed * opening * root) - (_leak * OilForce);
        FlowPlace += FlowSpeed * _step;
        OilForce = (_machine.OilStiffness * (FlowPlace - Place)) + (_machine.OilDamping * (FlowSpeed - PistonSpeed));
    }

    private void Move()
    {
        double before = PistonSpeed;
        double free = before + ((OilForce - Specimen.Force - Stop()) * _inverseMass * _step);
        double resistance = _viscous + (_friction / (Math.Abs(free) + FrictionSpeed));
        PistonSpeed = free / (1 + (resistance * _inverseMass * _step));
        FrictionForce = resistance * PistonSpeed;
        Acceleration = (PistonSpeed - before) / _step;
        Place += PistonSpeed * _step;
        FrameSpeed += (Specimen.Force - (_machine.FrameStiffness * FramePlace) - (_machine.FrameDamping * FrameSpeed))
            * _inverseFrameMass * _step;
        FramePlace += FrameSpeed * _step;
        Specimen.Step(Place - FramePlace);
    }

    // The cushions push, they do not pull.
    private double Stop()
    {
        double beyond = Math.Abs(Place) - _stroke;
        if (beyond <= 0)
            return 0;
        double sign = Place < 0 ? -1 : 1;
        return sign * Math.Max(0, (StopStiffness * beyond) + (StopDamping * sign * PistonSpeed));
    }
}
