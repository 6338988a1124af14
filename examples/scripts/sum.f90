! A loop over an array, for the scripts here.
program sum
  implicit none
  integer :: i, total, numbers(4)
  numbers = [1, 2, 3, 4]
  total = 0
  do i = 1, 4
    if (numbers(i) > 2) total = total + numbers(i)
  end do
  if (total /= 7) stop 1
end program sum
